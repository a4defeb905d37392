/** FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
const OFFSET = 0x811c9dc5
const PRIME = 0x01000193
const STEP = 0x9e3779b9
const RANGE = 2 ** 32

/**
 * Returns a generator of numbers from 0 up to 1 that is deterministic for a key, so that the calls of one
 * conversation use one channel while the candidates are the same: its prompt is cached there, and its encrypted
 * reasoning can be decrypted there.
 */
export function seededRandom(key: string): () => number {
  let state = OFFSET
  for (const byte of Buffer.from(key)) state = Math.imul(state ^ byte, PRIME)
  return () => {
    state = (state + STEP) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / RANGE
  }
}
