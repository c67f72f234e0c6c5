/* immintrin.h - those of Intel's intrinsics that emitted host texts call, as vectors of GCC: its own header declares
   thousands and takes longer to read than most of these texts to compile. For cc_light; -O3 has the real one. */
#ifndef NBB_LIGHT_IMMINTRIN_H
#define NBB_LIGHT_IMMINTRIN_H

#define NBB_LIGHT static inline __attribute__((__always_inline__, unused))
#define NBB_LIGHT_VECTORS(bits, count) \
    typedef long long __m##bits##i __attribute__((vector_size(bits / 8), may_alias)); \
    typedef unsigned long long nbb_light_wide##bits __attribute__((vector_size(bits / 8), may_alias)); \
    typedef unsigned nbb_light_words##bits __attribute__((vector_size(bits / 8), may_alias)); \
    NBB_LIGHT nbb_light_wide##bits nbb_light_set##bits(unsigned long long word) \
    { \
        nbb_light_wide##bits words = { 0 }; \
        return words + word; \
    } \
    NBB_LIGHT __m##bits##i nbb_light_blend##bits(unsigned mask, __m##bits##i a, __m##bits##i b) \
    { \
        nbb_light_words##bits from = (nbb_light_words##bits)a; \
        for (unsigned i = 0; i < count; ++i) { \
            from[i] = mask >> i & 1 ? ((nbb_light_words##bits)b)[i] : from[i]; \
        } \
        return (__m##bits##i)from; \
    } \
    NBB_LIGHT unsigned nbb_light_test##bits(__m##bits##i a, __m##bits##i b) \
    { \
        unsigned mask = 0; \
        for (unsigned i = 0; i < count; ++i) { \
            mask |= (unsigned)((((nbb_light_words##bits)a)[i] & ((nbb_light_words##bits)b)[i]) != 0) << i; \
        } \
        return mask; \
    } \
    NBB_LIGHT __m##bits##i nbb_light_mul##bits(__m##bits##i a, __m##bits##i b) \
    { \
        nbb_light_wide##bits low = nbb_light_set##bits(0xffffffffu); \
        return (__m##bits##i)(((nbb_light_wide##bits)a & low) * ((nbb_light_wide##bits)b & low)); \
    }
NBB_LIGHT_VECTORS(128, 4)
NBB_LIGHT_VECTORS(256, 8)
NBB_LIGHT_VECTORS(512, 16)

#define _mm_stream_si128(to, words) (*(to) = (words))
#define _mm256_stream_si256(to, words) (*(to) = (words))
#define _mm512_stream_si512(to, words) (*(to) = (words))
#define _mm256_set1_epi64x(word) ((__m256i)nbb_light_set256(word))
#define _mm512_set1_epi64(word) ((__m512i)nbb_light_set512(word))
#define _mm256_mul_epu32(a, b) nbb_light_mul256(a, b)
#define _mm512_mul_epu32(a, b) nbb_light_mul512(a, b)
#define _mm256_srli_epi64(a, count) ((__m256i)((nbb_light_wide256)(a) >> (count)))
#define _mm512_srli_epi64(a, count) ((__m512i)((nbb_light_wide512)(a) >> (count)))
#define _mm256_slli_epi64(a, count) ((__m256i)((nbb_light_wide256)(a) << (count)))
#define _mm512_slli_epi64(a, count) ((__m512i)((nbb_light_wide512)(a) << (count)))
#define _mm256_blend_epi32(a, b, mask) nbb_light_blend256(mask, a, b)
#define _mm512_mask_blend_epi32(mask, a, b) nbb_light_blend512(mask, a, b)
#define _mm256_testz_si256(a, b) (nbb_light_test256(a, b) == 0)
#define _mm512_test_epi32_mask(a, b) nbb_light_test512(a, b)

#endif
