import { writeDecimal, writeHex } from './bytes.ts'

/**
 * The part of a socket that a write buffer uses: writes `length` bytes from `start` on and returns how many were
 * accepted; below 0 when closed.
 */
export interface Writable {
  write(bytes: Uint8Array, start: number, length: number): number
}

/** Scratch memory in which pieces are joined for one write: a system call costs more than the copy. */
const scratch = Buffer.allocUnsafe(64 * 1024)
const CR = 0x0d
const LF = 0x0a
/** Digits and line ends around a chunk that fits. */
const MAX_FRAME_DIGITS = 8
/** Digits of a length that fits, and a blank line. */
const MAX_LENGTH_DIGITS = 9

/** Sends bytes in order, as fast as a socket accepts them. */
export class WriteBuffer {
  #pending: Uint8Array[] = []
  #waiting: PromiseWithResolvers<void> | undefined

  constructor(private readonly socket: Writable) {}

  /** Whether everything was handed to the socket. */
  get isEmpty(): boolean {
    return this.#pending.length === 0
  }

  send(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    const written = this.#write(bytes, bytes.length)
    if (written < bytes.length) this.#pending.push(bytes.subarray(written))
  }

  /**
   * Sends bytes with a line before and one after them, in one write where they fit. The lines are latin1 and short.
   */
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

  /**
   * Sends a message in one write where it fits. The length of the body and a blank line are appended to its head.
   */
  sendMessage(head: Uint8Array, body: Uint8Array): void {
    if (head.length + MAX_LENGTH_DIGITS + body.length > scratch.length) {
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

  /** Sends bytes as a chunk (RFC 9112 §7.1), which must not be empty. The framing is written digit by digit. */
  sendChunk(bytes: Uint8Array): void {
    if (bytes.length > scratch.length - MAX_FRAME_DIGITS) {
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
    // The scratch memory is reused before the socket accepts the rest.
    if (written < used) this.#pending.push(Buffer.from(scratch.subarray(written, used)))
  }

  /** Called when the socket accepts more bytes. */
  flush(): void {
    for (let part = this.#pending[0]; part; part = this.#pending[0]) {
      const written = this.#writeNow(part, part.length)
      if (written < part.length) {
        this.#pending[0] = part.subarray(written)
        return
      }
      this.#pending.shift()
    }
    this.#settle()
  }

  /** Resolves when everything was handed to the socket, or it is closed. */
  drained(): Promise<void> {
    if (this.isEmpty) return Promise.resolve()
    this.#waiting ??= Promise.withResolvers()
    return this.#waiting.promise
  }

  /** The socket is closed: the rest is dropped. */
  close(): void {
    this.#pending = []
    this.#settle()
  }

  #settle(): void {
    this.#waiting?.resolve()
    this.#waiting = undefined
  }

  /** Returns how many of the first `length` bytes were accepted: none while others wait. */
  #write(bytes: Uint8Array, length: number): number {
    return this.isEmpty ? this.#writeNow(bytes, length) : 0
  }

  #writeNow(bytes: Uint8Array, length: number): number {
    const written = this.socket.write(bytes, 0, length)
    // Bytes for a closed socket are dropped.
    return written < 0 ? length : written
  }
}
