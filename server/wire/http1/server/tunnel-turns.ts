import { framingOf, headEnd, parseHead } from '../client/answer-head.ts'
import { type BodyReader, createBodyReader } from '../client/body-reader.ts'
import { readHeaders } from '../shared/header-text.ts'
import { STRICT_HEAD } from './fast-path-call.ts'

/** The web server's limit. */
const MAX_HEAD_BYTES = 16 * 1024
const LENGTH = /^\d{1,15}$/
const SWITCHED = 101
const FINAL = 200
/** Methods whose bodies every server reads by their length. */
const WITH_BODY = /^P(?:OST|UT|ATCH) /

/**
 * Lets one request at a time through a tunnel: the web server ends a connection on which the next one arrives before it
 * has answered. Bytes are never changed, so that the web server alone decides what they mean; where they are not
 * understood here, they all pass.
 */
export class TunnelTurns {
  /** The beginning of the head that is being read, of a request and of a response. */
  #head = Buffer.alloc(0)
  #answerHead = Buffer.alloc(0)
  #body: BodyReader | undefined
  #answerBody: BodyReader | undefined
  /** The method of the request that is not answered yet. */
  #asked: string | undefined
  #held: Buffer | undefined
  #passesAll = false
  /** Whether each head so far left no doubt where its message ends, and none ends the connection. */
  #isCertain = true

  /** Whether all requests are answered, so that the next may be read off the socket. */
  get isAtRest(): boolean {
    if (this.#passesAll || !this.#isCertain || this.#asked !== undefined || this.#body || this.#held) return false
    return this.#head.length === 0 && this.#answerHead.length === 0
  }

  /** Whether the caller has sent another request ahead. */
  get holds(): boolean {
    return this.#held !== undefined
  }

  /** Takes bytes of the caller, and returns those that may be sent on now. */
  fromCaller(bytes: Buffer): Buffer {
    if (this.#held) {
      this.#held = Buffer.concat([this.#held, bytes])
      return bytes.subarray(0, 0)
    }
    let at = 0
    try {
      while (at < bytes.length && !this.#passesAll) {
        if (!this.#body && this.#asked !== undefined) {
          this.#held = bytes.subarray(at)
          return bytes.subarray(0, at)
        }
        at = this.#body ? this.#readBody(this.#body, bytes, at) : this.#readHead(bytes, at)
      }
    } catch {
      this.#passesAll = true
    }
    return bytes
  }

  /** Takes bytes of the web server; returns those of the caller that may be sent on because of them. */
  fromServer(bytes: Buffer): Buffer | undefined {
    let at = 0
    try {
      while (at < bytes.length && !this.#passesAll) {
        at = this.#answerBody ? this.#readAnswerBody(this.#answerBody, bytes, at) : this.#readAnswerHead(bytes, at)
      }
    } catch {
      this.#passesAll = true
    }
    const held = this.#held
    if (!held || (this.#asked !== undefined && !this.#passesAll)) return undefined
    this.#held = undefined
    return this.fromCaller(held)
  }

  /** Returns the position up to which the bytes were read. */
  #readHead(bytes: Buffer, at: number): number {
    const before = this.#head.length
    const head = Buffer.concat([this.#head, bytes.subarray(at)])
    const end = headEnd(head)
    if (end < 0) {
      this.#head = head
      this.#passesAll = head.length > MAX_HEAD_BYTES
      return bytes.length
    }
    this.#head = Buffer.alloc(0)
    const text = head.toString('latin1', 0, end)
    const header = readHeaders(text)
    const isKept = !header('connection')?.toLowerCase().includes('close')
    this.#isCertain &&= isKept && STRICT_HEAD.test(text) && (WITH_BODY.test(text) || !header('content-length'))
    const [length = '0', coding] = [header('content-length'), header('transfer-encoding')?.toLowerCase()]
    if (coding !== undefined) this.#isCertain = false
    this.#passesAll = !LENGTH.test(length) || (coding !== undefined && coding !== 'chunked')
    this.#asked = text.slice(0, text.indexOf(' '))
    const body = createBodyReader(coding ? { kind: 'chunked' } : { kind: 'length', bytes: Number(length) })
    this.#body = body.isDone ? undefined : body
    return at + end - before
  }

  #readBody(body: BodyReader, bytes: Buffer, at: number): number {
    body.push(bytes, at)
    if (!body.isDone) return bytes.length
    this.#body = undefined
    return bytes.length - body.surplus
  }

  #readAnswerHead(bytes: Buffer, at: number): number {
    const before = this.#answerHead.length
    const all = Buffer.concat([this.#answerHead, bytes.subarray(at)])
    const end = headEnd(all)
    if (end < 0) {
      this.#answerHead = all
      return bytes.length
    }
    this.#answerHead = Buffer.alloc(0)
    const head = parseHead(all, 0, end)
    this.#passesAll = head.status === SWITCHED
    if (head.status >= FINAL) {
      this.#isCertain &&= head.keepAlive
      const body = createBodyReader(this.#asked === 'HEAD' ? { kind: 'length', bytes: 0 } : framingOf(head))
      this.#answerBody = body
      if (body.isDone) this.#endAnswer()
    }
    return at + end - before
  }

  #readAnswerBody(body: BodyReader, bytes: Buffer, at: number): number {
    body.push(bytes, at)
    if (!body.isDone) return bytes.length
    this.#endAnswer()
    return bytes.length - body.surplus
  }

  #endAnswer(): void {
    this.#answerBody = undefined
    this.#asked = undefined
  }
}
