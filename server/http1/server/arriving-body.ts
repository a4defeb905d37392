/** Room for so much is made at once. An announced length alone must not cost more. */
const ROOM_BYTES = 1024 * 1024

/** A body of known length that comes in parts. */
export class ArrivingBody {
  #room: Buffer
  #received = 0

  constructor(private readonly length: number) {
    this.#room = Buffer.allocUnsafeSlow(Math.min(length, ROOM_BYTES))
  }

  /** Answers how many of the bytes belong to the body; the rest is what comes behind it. */
  add(bytes: Buffer): number {
    const taken = Math.min(bytes.length, this.length - this.#received)
    const end = this.#received + taken
    if (end > this.#room.length) this.#grow(end)
    bytes.copy(this.#room, this.#received, 0, taken)
    this.#received = end
    return taken
  }

  /** The whole body; undefined = some of it is still to come. */
  whole(): Buffer | undefined {
    return this.#received === this.length ? this.#room : undefined
  }

  #grow(least: number): void {
    const room = Buffer.allocUnsafeSlow(Math.min(this.length, Math.max(least, 2 * this.#room.length)))
    this.#room.copy(room, 0, 0, this.#received)
    this.#room = room
  }
}
