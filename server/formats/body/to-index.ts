/**
 * Returns a position in bytes as a number of 32 bits. The engine keeps the results of divisions, and lengths of buffers, as
 * numbers of 64 bits, and reads bytes at these with a call of its runtime: ten times slower.
 */
export const toIndex = (position: number): number => position | 0
