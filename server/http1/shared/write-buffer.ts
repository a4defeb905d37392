import { writeDecimal, writeHex } from './digits.ts'

/** What an outbox needs of a socket: takes `length` bytes from `start` on and says how many; below 0 when closed. */
export interface Writable {
  write(bytes: Uint8Array, start: number, length: number): number
}

/** Where pieces are put together for one write: a system call costs more than the copy. */
const scratch = Buffer.allocUnsafe(64 * 1024)
const CR = 0x0d
const LF = 0x0a
/** Digits and line ends around a chunk that fits. */
const LONGEST_FRAME = 8
/** Digits of a length that fits, and a blank line. */
const LONGEST_LENGTH = 9

/** Sends bytes in order, as fast as a socket takes them. */
export class Outbox {
  #unsent: Uint8Array[] = []
  #waiting: PromiseWithResolvers<void> | undefined

  constructor(private readonly socket: Writable) {}

  /** Everything is on its way. */
  get empty(): boolean {
    return this.#unsent.length === 0
  }

  send(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    const written = this.#write(bytes, bytes.length)
    if (written < bytes.length) this.#unsent.push(bytes.subarray(written))
  }

  /** Sends bytes with a line before and one behind them, in one write where they fit. The texts are latin1 and short. */
  sendFramed(before: string, bytes: Uint8Array, behind = ''): void {
    if (before.length + bytes.length + behind.length > scratch.length) {
      this.send(Buffer.from(before, 'latin1'))
      this.send(bytes)
      this.send(Buffer.from(behind, 'latin1'))
      return
    }
    let used = scratch.write(before, 'latin1')
    scratch.set(bytes, used)
    used += bytes.length
    if (behind !== '') used += scratch.write(behind, used, 'latin1')
    if (used > 0) this.#sendScratch(used)
  }

  /** Sends a message in one write where it fits. Its head ends where the length of the body and a blank line belong. */
  sendMessage(head: Uint8Array, body: Uint8Array): void {
    if (head.length + LONGEST_LENGTH + body.length > scratch.length) {
      this.send(Buffer.concat([head, Buffer.from(`${body.length}\r\n\r\n`)]))
      this.send(body)
      return
    }
    scratch.set(head)
    let used = writeDecimal(scratch, head.length, body.length)
    scratch[used++] = CR
    scratch[used++] = LF
    scratch[used++] = CR
    scratch[used++] = LF
    scratch.set(body, used)
    this.#sendScratch(used + body.length)
  }

  /** Sends bytes as a chunk (RFC 9112 §7.1), which must not be empty. Its frame is written digit by digit. */
  sendChunk(bytes: Uint8Array): void {
    if (bytes.length > scratch.length - LONGEST_FRAME) {
      this.sendFramed(`${bytes.length.toString(16)}\r\n`, bytes, '\r\n')
      return
    }
    let used = writeHex(scratch, 0, bytes.length)
    scratch[used++] = CR
    scratch[used++] = LF
    scratch.set(bytes, used)
    used += bytes.length
    scratch[used++] = CR
    scratch[used++] = LF
    this.#sendScratch(used)
  }

  #sendScratch(used: number): void {
    const written = this.#write(scratch, used)
    // The scratch is used again before the socket takes the rest.
    if (written < used) this.#unsent.push(Buffer.from(scratch.subarray(written, used)))
  }

  /** The socket can take more. */
  flush(): void {
    for (let part = this.#unsent[0]; part; part = this.#unsent[0]) {
      const written = this.#take(part, part.length)
      if (written < part.length) {
        this.#unsent[0] = part.subarray(written)
        return
      }
      this.#unsent.shift()
    }
    this.#settle()
  }

  /** Resolves when everything is on its way, or the socket is gone. */
  drained(): Promise<void> {
    if (this.empty) return Promise.resolve()
    this.#waiting ??= Promise.withResolvers()
    return this.#waiting.promise
  }

  /** The socket is gone: nobody will take what is left. */
  close(): void {
    this.#unsent = []
    this.#settle()
  }

  #settle(): void {
    this.#waiting?.resolve()
    this.#waiting = undefined
  }

  /** Answers how many of the first `length` bytes are on their way: none while others wait. */
  #write(bytes: Uint8Array, length: number): number {
    return this.empty ? this.#take(bytes, length) : 0
  }

  #take(bytes: Uint8Array, length: number): number {
    const written = this.socket.write(bytes, 0, length)
    // Nobody will ever take what is for a closed socket.
    return written < 0 ? length : written
  }
}
