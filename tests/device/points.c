/* points.c - prints a .npy file of argv[1] random points in three dimensions, 32-bit floats. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    char header[119];
    const int count = argc > 1 ? atoi(argv[1]) : 1;
    memset(header, ' ', sizeof header);
    const int length = snprintf(header, sizeof header, "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, 3), }",
                                count);
    header[length] = ' ';
    header[117] = '\n';
    fwrite("\x93NUMPY\x01\x00\x76\x00", 1, 10, stdout);
    fwrite(header, 1, 118, stdout);
    for (int i = 0; i < 3 * count; ++i) {
        const float number = (float)rand() / (float)RAND_MAX;
        fwrite(&number, sizeof number, 1, stdout);
    }
    return 0;
}
