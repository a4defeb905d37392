/** Converts a similar stream format to server-sent events while it arrives. */
export interface Reframer {
  /** Takes the next bytes, cut anywhere. Returns what can be written so far. */
  push(bytes: Buffer): Buffer | undefined
  /** Called when the stream is over. */
  end(): Buffer | undefined
}

const LF = 0x0a
/** Longer lines are an error. */
const MAX_LINE_BYTES = 16 * 1024 * 1024

/** Splits bytes into lines and converts each with `write`. Buffers one unfinished line. */
export class LineReframer implements Reframer {
  #rest: Buffer[] = []
  #length = 0

  /**
   * `write`: returns the bytes that replace a line, which comes without its line end. `last`: returns what follows
   * the last line.
   */
  constructor(
    private readonly write: (line: string) => string,
    private readonly last: () => string = () => '',
  ) {}

  push(bytes: Buffer): Buffer | undefined {
    const end = bytes.lastIndexOf(LF) + 1
    if (end === 0) {
      this.#keep(bytes)
      return undefined
    }
    const whole = Buffer.concat([...this.#rest, bytes.subarray(0, end)])
    this.#rest = []
    this.#length = 0
    if (end < bytes.length) this.#keep(bytes.subarray(end))
    return this.#written(whole.toString('utf8', 0, whole.length - 1))
  }

  end(): Buffer | undefined {
    const rest = Buffer.concat(this.#rest).toString('utf8')
    this.#rest = []
    const text = (rest ? this.#lines(rest) : '') + this.last()
    return text ? Buffer.from(text) : undefined
  }

  #keep(bytes: Buffer): void {
    this.#length += bytes.length
    if (this.#length > MAX_LINE_BYTES) throw new Error('a line of the stream is too long')
    // Copied, because the socket's buffer may be reused.
    this.#rest.push(Buffer.from(bytes))
  }

  #written(text: string): Buffer | undefined {
    const written = this.#lines(text)
    return written ? Buffer.from(written) : undefined
  }

  #lines(text: string): string {
    return text
      .split('\n')
      .map((line) => this.write(line.endsWith('\r') ? line.slice(0, -1) : line))
      .join('')
  }
}
