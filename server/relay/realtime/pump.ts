import type { Frame, MessageSocket } from '../../http1/shared/message-socket.ts'

/** What may wait while a frame is worked on, before its sender is slowed down. */
const WAITING_BYTES = 256 * 1024

/** Takes the frames of one side in their order, one at a time, as fast as the other side and the money allow. */
export class Pump {
  #queue: Frame[] = []
  #bytes = 0
  #paused = false
  #running = false
  #last: (() => void) | undefined

  /** `work` must not reject. */
  constructor(
    private readonly source: Pick<MessageSocket, 'pause' | 'resume'>,
    private readonly work: (frame: Frame) => Promise<void>,
  ) {}

  push(frame: Frame): void {
    this.#queue.push(frame)
    this.#bytes += frame.length
    if (!this.#running) void this.#run()
    if (this.#bytes > WAITING_BYTES && !this.#paused) {
      this.#paused = true
      this.source.pause()
    }
  }

  /** A frame is worked on, which may be because the other side is slow. */
  get waits(): boolean {
    return this.#running
  }

  /** Nothing more comes: `last` happens behind everything that has come. */
  finish(last: () => void): void {
    this.#last = last
    if (!this.#running) last()
  }

  /** Forgets what waits. */
  clear(): void {
    this.#queue = []
    this.#bytes = 0
  }

  async #run(): Promise<void> {
    this.#running = true
    for (let frame = this.#queue.shift(); frame !== undefined; frame = this.#queue.shift()) {
      this.#bytes -= frame.length
      await this.work(frame)
      if (!this.#paused || this.#bytes > 0) continue
      this.#paused = false
      this.source.resume()
    }
    this.#running = false
    this.#last?.()
  }
}
