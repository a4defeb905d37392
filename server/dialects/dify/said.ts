const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193
/** A chunk of this length that is all that was said before is no chance. */
const NO_CHANCE = 64

/**
 * What was streamed so far, as a length and a checksum: some of Dify's agents close with an event that repeats the whole
 * answer, and memory must not grow with a stream.
 */
export class Said {
  #length = 0
  #sum = FNV_OFFSET
  #byAgent = false

  get isNothing(): boolean {
    return this.#length === 0
  }

  add(text: string, byAgent: boolean): void {
    this.#length += text.length
    this.#sum = checksum(text, this.#sum)
    this.#byAgent ||= byAgent
  }

  /** Whether a message is all that was said, once more. */
  isRepeatedBy(text: string): boolean {
    if (this.#length === 0 || text.length !== this.#length) return false
    return (this.#byAgent || text.length >= NO_CHANCE) && checksum(text, FNV_OFFSET) === this.#sum
  }
}

/** FNV-1a over UTF-16 code units. */
function checksum(text: string, start: number): number {
  let sum = start
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), FNV_PRIME) >>> 0
  return sum
}
