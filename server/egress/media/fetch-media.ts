import type { InlineMedia } from '../../dialects/conversation.ts'
import type { Exchange, UpstreamAnswer } from '../../http1/client/answer.ts'
import { exchangeHttp1 } from '../../http1/client/exchange.ts'
import type { HangUp } from '../../http1/shared/request.ts'
import { sendUpstream } from '../upstream.ts'
import { guardedPool, isNamedPrivate, NOT_PUBLIC, NotAllowed, type Resolve } from './guarded-pool.ts'
import { mediaTypeOf } from './media-type.ts'

/** Fetches what callers name by its address, each once. Rejects with MediaError. */
export type FetchMedia = (urls: readonly string[], hangUp: HangUp) => Promise<ReadonlyMap<string, InlineMedia>>

/** Why something could not be fetched; the problem follows the name of the part. */
export class MediaError extends Error {
  override readonly name = 'MediaError'
  constructor(
    readonly url: string,
    readonly problem: string,
  ) {
    super(`${url} ${problem}`)
  }
}

export interface MediaRules {
  /** Addresses of the server's own network are called, too. */
  allowPrivate: boolean
  /** Of all media of a call. */
  mostBytes?: number
  /** For all media of a call. */
  timeoutMs?: number
  resolve?: Resolve
  /** The operator's worker, which fetches in our place; undefined = we do. Asked for each fetch. */
  worker?: () => Worker | undefined
}

/** A worker: gets `{url, key}` by POST and answers with what is at the address (contract of this API family). */
export interface Worker {
  url: string
  key: string
}

const MEGABYTE = 1024 * 1024
const MOST_BYTES = 20 * MEGABYTE
const TIMEOUT_MS = 10_000
const MOST_REDIRECTS = 3
const AT_ONCE = 4
/** So that a call makes no flood of requests at somebody else's server. */
const MOST_ADDRESSES = 64
/** No cookie, no credential, and nothing of the caller's. */
const HEADERS = { accept: '*/*', 'user-agent': 'Switchyard' }
const NOTHING = Buffer.alloc(0)

/** A fetcher that calls public addresses only, unless `rules` allow others. */
export function createFetchMedia(rules: MediaRules): FetchMedia {
  const { mostBytes = MOST_BYTES, timeoutMs = TIMEOUT_MS } = rules
  const pool = guardedPool(rules.allowPrivate, rules.resolve)
  return async (urls, hangUp) => {
    const worker = rules.worker?.()
    const send = worker
      ? (url: string) => sendToWorker(worker, url, rules.allowPrivate)
      : (url: string) => exchangeHttp1({ method: 'GET', url, headers: HEADERS, body: NOTHING }, pool)
    const waiting = [...new Set(urls)]
    const surplus = waiting[MOST_ADDRESSES]
    if (surplus !== undefined) throw new MediaError(surplus, `is one too many: a request may name ${MOST_ADDRESSES}`)
    const budget = new Budget(mostBytes, timeoutMs, hangUp)
    const fetched = new Map<string, InlineMedia>()
    const work = async () => {
      for (let url = waiting.shift(); url !== undefined && !budget.ended; url = waiting.shift()) {
        fetched.set(url, await fetchOne(url, send, budget))
      }
    }
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      return fetched
    } finally {
      budget.end('nobody waits for the rest')
    }
  }
}

/** Time and bytes that all media of a call have together. */
class Budget {
  readonly #exchanges = new Set<Exchange>()
  readonly #timer: ReturnType<typeof setTimeout>
  /** Why nothing more is fetched. */
  ended: string | undefined

  constructor(
    private left: number,
    timeoutMs: number,
    private readonly hangUp: HangUp,
  ) {
    this.#timer = setTimeout(() => this.end(`was not there within ${timeoutMs / 1000} seconds`), timeoutMs)
    hangUp.addEventListener('abort', this.#gone)
    if (hangUp.aborted) this.#gone()
  }

  readonly #gone = () => this.end('was given up by the caller')

  watch(exchange: Exchange): void {
    this.#exchanges.add(exchange)
    if (this.ended) exchange.cancel(this.ended)
  }

  forget(exchange: Exchange): void {
    this.#exchanges.delete(exchange)
  }

  /** Throws NotAllowed when they are too many. */
  spend(bytes: number): void {
    this.left -= bytes
    this.expect(0)
  }

  expect(bytes: number): void {
    if (bytes > this.left) throw new NotAllowed('is too large: what a request names may have 20 MB in all')
  }

  end(reason: string): void {
    this.ended ??= reason
    clearTimeout(this.#timer)
    this.hangUp.removeEventListener('abort', this.#gone)
    for (const exchange of this.#exchanges) exchange.cancel(this.ended)
  }
}

type Send = (url: string) => Exchange

async function fetchOne(url: string, send: Send, budget: Budget): Promise<InlineMedia> {
  try {
    let address = url
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const answer = await step(checked(address), send, budget)
      if ('data' in answer) return answer
      address = new URL(answer.location, address).href
    }
    throw new NotAllowed(`is redirected more than ${MOST_REDIRECTS} times`)
  } catch (error) {
    throw new MediaError(url, budget.ended ?? problemOf(error))
  }
}

/** An address that may be asked. Throws NotAllowed. */
function checked(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new NotAllowed('is not at an http(s) address')
  if (url.username || url.password) throw new NotAllowed('has a password in its address')
  url.hash = ''
  return url.href
}

/**
 * The worker's own address is the operator's and trusted; it looks names up and follows redirects itself. Throws
 * NotAllowed for what is visibly no public address.
 */
function sendToWorker({ url, key }: Worker, address: string, allowPrivate: boolean): Exchange {
  if (!allowPrivate && isNamedPrivate(new URL(address).hostname)) throw new NotAllowed(NOT_PUBLIC)
  const body = Buffer.from(JSON.stringify({ url: address, key }))
  return sendUpstream({ url, headers: { ...HEADERS, 'content-type': 'application/json' }, body })
}

/** One request: what was asked for, or where it is instead. */
async function step(url: string, send: Send, budget: Budget): Promise<InlineMedia | { location: string }> {
  const exchange = send(url)
  budget.watch(exchange)
  try {
    const answer = await exchange.answer
    const location = answer.header('location')
    if (answer.status >= 300 && answer.status < 400 && location) return { location }
    if (answer.status !== 200) throw new NotAllowed(`is answered with status ${answer.status}`)
    return media(await bytesOf(answer, budget))
  } finally {
    budget.forget(exchange)
    exchange.cancel('the rest is not needed')
  }
}

async function bytesOf(answer: UpstreamAnswer, budget: Budget): Promise<Buffer> {
  budget.expect(Number(answer.header('content-length')) || 0)
  const parts: Buffer[] = []
  for (let part = await answer.read(); part; part = await answer.read()) {
    budget.spend(part.length)
    // A part may be a view of a buffer that is used again.
    parts.push(Buffer.from(part))
  }
  return Buffer.concat(parts)
}

function media(bytes: Buffer): InlineMedia {
  const mediaType = mediaTypeOf(bytes)
  if (!mediaType) throw new NotAllowed('is not an image, a PDF, a sound or a film')
  return { mediaType, data: bytes.toString('base64') }
}

/** In words without addresses: what else a network says is not the caller's business. */
function problemOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof NotAllowed ? error.cause : error
  return cause instanceof NotAllowed ? cause.message : 'could not be fetched'
}
