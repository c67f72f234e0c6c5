/* test_lane_streams.c - planes of lanes transposed into digit order and back, against the plain way, bit by bit. */
#include "runtime/run/lane_streams.h"
#include "unit.h"
#include "fractals.h"

static uint32_t random_word(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32);
}

TEST(test_transpose)
{
    uint32_t words[32][NBB_TRANSPOSED], transposed[32][NBB_TRANSPOSED];
    for (int i = 0; i < 32 * NBB_TRANSPOSED; ++i) {
        words[i / NBB_TRANSPOSED][i % NBB_TRANSPOSED] = transposed[i / NBB_TRANSPOSED]
                                                                  [i % NBB_TRANSPOSED] = random_word();
    }
    nbb_transpose_bits(transposed);
    for (int i = 0; i < 32 * NBB_TRANSPOSED * 32; ++i) {
        int word = i / 32 / NBB_TRANSPOSED, matrix = i / 32 % NBB_TRANSPOSED, bit = i % 32;
        assert_int_equal(transposed[bit][matrix] >> word & 1, words[word][matrix] >> bit & 1);
    }
    nbb_transpose_bits(transposed);
    assert_memory_equal(transposed, words, sizeof words);
}

/* The array that a plane is moved to and from, and the streams in it. */
typedef struct array {
    unsigned char *bytes;
    int64_t ends[NBB_STREAMS]; /* of streams */
    int streams;
    int64_t moved;
} array;

/* Returns the stream that the piece goes on with. */
static int take_piece(array *whole, nbb_piece piece)
{
    assert_int_equal(piece.first % 64, 0);
    assert_true(piece.count > 0);
    int stream = 0;
    while (stream < whole->streams && whole->ends[stream] != piece.first) {
        ++stream;
    }
    whole->streams = stream < whole->streams ? whole->streams : stream + 1;
    assert_true(whole->streams <= NBB_STREAMS);
    whole->ends[stream] = piece.first + piece.count;
    whole->moved += piece.count;
    memcpy(whole->bytes + piece.first / 8, piece.elements, (size_t)(piece.count + 7) / 8);
    return stream;
}

static nbb_status take(void *context, int column, const nbb_piece *pieces, int count)
{
    bool has_more[NBB_STREAMS] = { false };
    int last = -1;
    assert_int_equal(column, 3);
    for (int i = 0; i < count; ++i) {
        int stream = take_piece(context, pieces[i]);
        assert_true(stream == last || !has_more[stream]);
        has_more[stream] = true;
        last = stream;
    }
    return NBB_OK;
}

static nbb_status give(void *context, int column, const nbb_piece *pieces, int count)
{
    const array *whole = context;
    assert_int_equal(column, 3);
    for (int i = 0; i < count; ++i) {
        assert_int_equal(pieces[i].first % 64, 0);
        memcpy(pieces[i].elements, whole->bytes + pieces[i].first / 8, (size_t)(pieces[i].count + 7) / 8);
    }
    return NBB_OK;
}

static nbb_status take_fails(void *context, int column, const nbb_piece *pieces, int count)
{
    (void)context, (void)column, (void)pieces;
    return count > 1 ? nbb_fail(NBB_ERROR_RUN, "full") : NBB_OK;
}

/* Sets the plane to random bits, and those of padding and of other planes to what must stay so. Returns the array
   that the plane is, by the layout's own words (lanes.h). */
static unsigned char *fill(const nbb_lane_plane *plane, uint32_t *words, int64_t cells)
{
    const nbb_lanes *lanes = plane->lanes;
    unsigned char *bits = calloc(1, (size_t)cells / 8 + 16);
    int64_t of_lane = cells / lanes->lanes;
    memset(words, 0, lanes->words * 4 * (size_t)plane->planes);
    for (int64_t number = 0; number < cells; ++number) {
        int64_t lane = number / of_lane, cell = number % of_lane;
        int64_t item = cell / lanes->positions * lanes->parts + lane / 32, position = cell % lanes->positions;
        int64_t at = (item / 32 * lanes->positions + position) * 32 * plane->planes + item % 32;
        static uint32_t random, left;
        random = left-- % 32 == 0 ? random_word() : random >> 1;
        plane->words[at] |= (random & 1) << lane % 32;
        bits[number / 8] = (unsigned char)(bits[number / 8] | (random & 1) << number % 8);
    }
    return bits;
}

static void check(const char *name, int r, int t, int a, int planes)
{
    LOCAL_FRACTAL fractal = load_fractal(name);
    nbb_lanes lanes = { .a = 0 };
    nbb_lanes_size(&fractal, r, t, a, &lanes);
    int64_t cells = nbb_fractal_cells(&fractal, 0, r);
    size_t bytes = lanes.words * 4 * (size_t)planes;
    uint32_t *words = malloc(bytes), *copy = malloc(bytes);
    nbb_room room = { .memory = NULL };
    nbb_lane_plane plane = { &lanes, planes, words + 32 * (planes - 1), 3, &room };
    array whole = { .bytes = calloc(1, (size_t)cells / 8 + 16) };
    unsigned char *bits = fill(&plane, words, cells);
    memcpy(copy, words, bytes);
    assert_true(nbb_lane_streams_fit(&lanes));
    assert_int_equal(nbb_lane_streams_move(&plane, false, take, &whole), NBB_OK);
    assert_int_equal(whole.moved, cells);
    assert_memory_equal(whole.bytes, bits, (size_t)(cells + 7) / 8);
    memset(words, 0, bytes);
    assert_int_equal(nbb_lane_streams_move(&plane, true, give, &whole), NBB_OK);
    assert_memory_equal(words, copy, bytes);
    assert_int_equal(nbb_lane_streams_move(&plane, false, take_fails, NULL),
                     lanes.lanes > 1 ? NBB_ERROR_RUN : NBB_OK);
    nbb_room_free(&room);
    free(bits);
    free(whole.bytes);
    free(words);
    free(copy);
    nbb_message_free();
}

TEST(test_streams)
{
    check("sierpinski", 9, 2, 0, 1);  /* one lane */
    check("sierpinski", 12, 3, 3, 1); /* 27 lanes of 19683 cells, their streams in one piece each */
    check("sierpinski", 12, 3, 4, 2); /* 81 lanes: three parts, of 6561 cells; the second of two planes */
    check("cantor", 17, 4, 5, 1);     /* 32 lanes of 4096: no head */
    check("vicsek", 9, 1, 3, 3);      /* 125 lanes */
    if (!nbb_unit_is_quick()) {
        check("sierpinski", 16, 3, 2, 1); /* 9 lanes of more than a block each */
        check("sierpinski", 16, 3, 4, 1); /* 81 lanes of more than a block: many streams side by side */
    }
}

TEST(test_small)
{
    LOCAL_FRACTAL fractal = load_fractal("sierpinski");
    nbb_lanes lanes = { .a = 0 };
    nbb_lanes_size(&fractal, 8, 2, 3, &lanes);
    assert_false(nbb_lane_streams_fit(&lanes));
}
