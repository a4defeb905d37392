import { type Steps, stepThrough } from '../../platform/async/steps.ts'

/**
 * `bytes` of every `stride`-th position are looked up. So each `bytes + stride - 1` bytes in a row contain a place that
 * is looked up as a whole.
 */
interface Sampling {
  readonly bytes: 3 | 4
  readonly stride: 1 | 2 | 4 | 8
}

/** Least bytes of the shortest word. Even shorter words would need a look at nearly every byte. */
const SAMPLINGS: readonly (readonly [shortest: number, sampling: Sampling])[] = [
  [11, { bytes: 4, stride: 8 }],
  [7, { bytes: 4, stride: 4 }],
  [6, { bytes: 3, stride: 4 }],
  [5, { bytes: 4, stride: 2 }],
  [4, { bytes: 3, stride: 2 }],
  [3, { bytes: 3, stride: 1 }],
]
/** No more of the first bytes of words is used; of many words less, which have too many spellings for that. */
export const longestBeginning = (words: number): number => (words <= MAX_LONG_BEGINNINGS ? 11 : 7)
const MAX_LONG_BEGINNINGS = 50
/** So many bytes are decided upon at once. */
export const BLOCK_BYTES = 16
/** Bytes are read in words of this size. */
export const WORD_BYTES = 4
const BLOCK_WORDS = BLOCK_BYTES / WORD_BYTES
/** Makes ASCII letters lower case, and some other bytes the same, which can only cause a false alarm. */
export const LOWER_CASE = 0x20
const LOWER_CASE_WORD = 0x20202020
const FACTOR = 0x9e3779b1 | 0
const MIN_TABLE_BITS = 12
/** 256 KB, which most processors keep near. */
const MAX_TABLE_BITS = 18
/** So many places for each entry: a sample that belongs to no word rarely meets one. */
const PLACES_PER_ENTRY = 64

/** Says in which blocks of bytes a word can begin: where one of the samples may be among a word's first bytes. */
export class GramFilter {
  /** How many bytes before a block a word can begin of which a sample is in the block. */
  readonly reach: number
  /** 1 at the hash of each sample that a word can show. */
  readonly #table: Uint8Array
  readonly #shift: number
  /** The bytes of a sample within 32 bits. */
  readonly #mask: number
  readonly #stride: number

  private constructor(count: number, { bytes, stride }: Sampling) {
    const bits = Math.ceil(Math.log2(count * stride * PLACES_PER_ENTRY))
    const tableBits = Math.min(MAX_TABLE_BITS, Math.max(MIN_TABLE_BITS, bits))
    this.#table = new Uint8Array(2 ** tableBits)
    this.#shift = 32 - tableBits
    this.#mask = bytes === 4 ? -1 : 0xffffff
    this.#stride = stride
    this.reach = stride - 1
  }

  /** Takes the first bytes of each word in every spelling, all of one length; undefined where that is too short. */
  static *build(beginnings: readonly Uint8Array[]): Steps<GramFilter | undefined> {
    const sampling = SAMPLINGS.find(([shortest]) => (beginnings[0]?.length ?? 0) >= shortest)?.[1]
    if (!sampling) return undefined
    const filter = new GramFilter(beginnings.length, sampling)
    yield* stepThrough(beginnings.length, (at) => filter.#addBeginning(beginnings[at] as Uint8Array, sampling))
    return filter
  }

  /** Returns the next block from `block` to below `end` in which a word may begin or be sampled; else `end`. */
  next(words: Int32Array, block: number, end: number): number {
    if (this.#stride >= WORD_BYTES) return this.#nextByWords(words, block, end)
    const table = this.#table
    const shift = this.#shift
    const mask = this.#mask
    const everyByte = this.#stride === 1
    // A number of 32 bits: the engine reads bytes at positions of 64 bits ten times slower.
    const last = (end * BLOCK_WORDS) | 0
    for (let at = (block * BLOCK_WORDS) | 0; at < last; at++) {
      const word = (words[at] as number) | LOWER_CASE_WORD
      const behind = (words[at + 1] as number) | LOWER_CASE_WORD
      const half = (word >>> 16) | (behind << 16)
      let found =
        (table[Math.imul(word & mask, FACTOR) >>> shift] as number) |
        (table[Math.imul(half & mask, FACTOR) >>> shift] as number)
      if (everyByte) {
        const second = (word >>> 8) | (behind << 24)
        const fourth = (word >>> 24) | (behind << 8)
        found |=
          (table[Math.imul(second & mask, FACTOR) >>> shift] as number) |
          (table[Math.imul(fourth & mask, FACTOR) >>> shift] as number)
      }
      if (found !== 0) return (at / BLOCK_WORDS) | 0
    }
    return end
  }

  #nextByWords(words: Int32Array, block: number, end: number): number {
    const table = this.#table
    const shift = this.#shift
    const mask = this.#mask
    const everyWord = this.#stride === WORD_BYTES
    const last = (end * BLOCK_WORDS) | 0
    for (let at = (block * BLOCK_WORDS) | 0; at < last; at += BLOCK_WORDS) {
      const first = ((words[at] as number) | LOWER_CASE_WORD) & mask
      const third = ((words[at + 2] as number) | LOWER_CASE_WORD) & mask
      let found =
        (table[Math.imul(first, FACTOR) >>> shift] as number) | (table[Math.imul(third, FACTOR) >>> shift] as number)
      if (everyWord) {
        const second = ((words[at + 1] as number) | LOWER_CASE_WORD) & mask
        const fourth = ((words[at + 3] as number) | LOWER_CASE_WORD) & mask
        found |=
          (table[Math.imul(second, FACTOR) >>> shift] as number) |
          (table[Math.imul(fourth, FACTOR) >>> shift] as number)
      }
      if (found !== 0) return (at / BLOCK_WORDS) | 0
    }
    return end
  }

  #addBeginning(beginning: Uint8Array, { bytes, stride }: Sampling): void {
    for (let at = 0; at < stride; at++) {
      let sample = 0
      for (let index = bytes - 1; index >= 0; index--) sample = (sample << 8) | (beginning[at + index] as number)
      this.#table[this.#placeOf(sample)] = 1
    }
  }

  #placeOf(sample: number): number {
    return Math.imul((sample | LOWER_CASE_WORD) & this.#mask, FACTOR) >>> this.#shift
  }
}
