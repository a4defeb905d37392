import type { Frame, MessageSocket } from '../../../platform/http/message-socket.ts'

/** Bytes that may wait while a frame is processed, before the sender is paused. */
const MAX_WAITING_BYTES = 256 * 1024

/**
 * Processes the frames of one side in their order, one at a time, at the speed that the other side and the hold
 * allow.
 */
export class FrameQueue {
  #queue: Frame[] = []
  #bytes = 0
  #paused = false
  #running = false
  #onFinished: (() => void) | undefined

  /** `work` must not reject. */
  constructor(
    private readonly source: Pick<MessageSocket, 'pause' | 'resume'>,
    private readonly work: (frame: Frame) => Promise<void>,
  ) {}

  push(frame: Frame): void {
    this.#queue.push(frame)
    this.#bytes += frame.length
    if (!this.#running) void this.#run()
    if (this.#bytes > MAX_WAITING_BYTES && !this.#paused) {
      this.#paused = true
      this.source.pause()
    }
  }

  /** Whether a frame is being processed, which may take long because the other side is slow. */
  get isBusy(): boolean {
    return this.#running
  }

  /** No more frames arrive: `last` runs after all frames that have arrived. */
  finish(last: () => void): void {
    this.#onFinished = last
    if (!this.#running) last()
  }

  /** Drops the waiting frames. */
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
    this.#onFinished?.()
  }
}
