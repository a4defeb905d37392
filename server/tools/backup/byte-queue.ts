/** Bytes that arrive in parts of any length and are taken in others; each is copied at most once. */
export class ByteQueue {
  #parts: Uint8Array[] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#parts.push(bytes)
    this.#length += bytes.length
  }

  /** Takes bytes off the front; the queue must hold as many. */
  take(length: number): Buffer {
    const taken = Buffer.allocUnsafe(length)
    let filled = 0
    let used = 0
    while (filled < length) {
      const part = this.#parts[used]
      if (!part) throw new RangeError('the queue has fewer bytes')
      const wanted = Math.min(part.length, length - filled)
      taken.set(wanted === part.length ? part : part.subarray(0, wanted), filled)
      filled += wanted
      if (wanted === part.length) used++
      else this.#parts[used] = part.subarray(wanted)
    }
    this.#parts.splice(0, used)
    this.#length -= length
    return taken
  }
}
