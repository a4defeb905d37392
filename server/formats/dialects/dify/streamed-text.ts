const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193
/** A chunk of this length that repeats all earlier text is not a coincidence. */
const MIN_REPETITION = 64

/**
 * The streamed text so far, as a length and a checksum: some of Dify's agents end with an event that repeats the
 * whole answer, and memory must not grow with a stream.
 */
export class StreamedText {
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

  /** Returns whether a message repeats the whole text so far. */
  isRepeatedBy(text: string): boolean {
    if (this.#length === 0 || text.length !== this.#length) return false
    return (this.#byAgent || text.length >= MIN_REPETITION) && checksum(text, FNV_OFFSET) === this.#sum
  }
}

/** FNV-1a over UTF-16 code units. */
function checksum(text: string, start: number): number {
  let sum = start
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), FNV_PRIME) >>> 0
  return sum
}
