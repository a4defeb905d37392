import { BodyPace } from '../../../platform/http/body-pace.ts'

/**
 * The maximum initial allocation: an announced length alone must not cost more. What has sent so much gets the whole: of
 * that, the system gives only what is written to.
 */
const MAX_INITIAL_BYTES = 1024 * 1024

/** A body of known length that arrives in chunks. */
export class IncompleteBody {
  readonly pace: BodyPace
  #buffer: Buffer
  #received = 0

  constructor(private readonly length: number) {
    this.pace = new BodyPace(length)
    this.#buffer = Buffer.allocUnsafeSlow(Math.min(length, MAX_INITIAL_BYTES))
  }

  /** Returns how many of a number of further bytes belong to the body. */
  missingOf(bytes: number): number {
    return Math.min(bytes, this.length - this.#received)
  }

  /** Returns how many of the bytes belong to the body; the rest follows it. */
  add(bytes: Buffer): number {
    const taken = this.missingOf(bytes.length)
    const end = this.#received + taken
    if (end > this.#buffer.length) this.#grow()
    bytes.copy(this.#buffer, this.#received, 0, taken)
    this.#received = end
    this.pace.add(taken)
    return taken
  }

  /** Returns the whole body; undefined = it is incomplete. */
  complete(): Buffer | undefined {
    return this.#received === this.length ? this.#buffer : undefined
  }

  #grow(): void {
    const room = Buffer.allocUnsafeSlow(this.length)
    this.#buffer.copy(room, 0, 0, this.#received)
    this.#buffer = room
  }
}
