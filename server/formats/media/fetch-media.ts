import { findWay, RESOLVED_HERE } from '../../wire/egress/find-way.ts'
import {
  createGuardedPool,
  isPrivateHost,
  NOT_PUBLIC,
  NotAllowed,
  type Resolve,
} from '../../wire/egress/media/guarded-pool.ts'
import { detectMediaType } from '../../wire/egress/media/media-type.ts'
import { sendUpstream } from '../../wire/egress/upstream.ts'
import { exchangeHttp1 } from '../../wire/http1/client/exchange.ts'
import type { Exchange, UpstreamAnswer } from '../../wire/http1/client/upstream-answer.ts'
import type { DisconnectSignal } from '../../wire/http1/shared/request.ts'
import type { InlineMedia } from '../dialects/conversation.ts'

/** Fetches the media at these URLs, each once. Rejects with MediaError. */
export type FetchMedia = (
  urls: readonly string[],
  hangUp: DisconnectSignal,
) => Promise<ReadonlyMap<string, InlineMedia>>

/** Why a medium could not be fetched; the problem text follows the name of the part. */
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
  /** Whether addresses of the server's own network are allowed. */
  allowPrivate: boolean
  /** Limit of all media of a call together. */
  maxBytes?: number
  /** Limit of all media of a call together. */
  timeoutMs?: number
  resolve?: Resolve
  /**
   * The operator's worker, which fetches instead of this server; undefined = no worker. Evaluated for each fetch.
   */
  worker?: () => Worker | undefined
}

/** A worker: receives `{url, key}` by POST and returns the content of the URL (contract of this API family). */
export interface Worker {
  url: string
  key: string
}

const MEGABYTE = 1024 * 1024
const MAX_BYTES = 20 * MEGABYTE
const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 3
const CONCURRENCY = 4
/** Limits the requests that one call can cause at another server. */
const MAX_URLS = 64
/** No cookie, no credential, and no header of the caller. */
const HEADERS = { accept: '*/*', 'user-agent': 'Switchyard' }
const NOTHING = Buffer.alloc(0)

/** Creates a fetcher that connects to public addresses only, unless `rules` allow others. */
export function createFetchMedia(rules: MediaRules): FetchMedia {
  const { maxBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS } = rules
  const pool = createGuardedPool(rules.allowPrivate, rules.resolve)
  return async (urls, disconnect) => {
    const worker = rules.worker?.()
    const send = worker
      ? (url: string) => sendToWorker(worker, url, rules.allowPrivate)
      : (url: string) => {
          const way = findWay(url, rules.allowPrivate ? undefined : RESOLVED_HERE)
          return exchangeHttp1({ method: 'GET', url, headers: HEADERS, body: NOTHING, way }, pool)
        }
    const waiting = [...new Set(urls)]
    const excess = waiting[MAX_URLS]
    if (excess !== undefined) throw new MediaError(excess, `exceeds the maximum of ${MAX_URLS} URLs in a request`)
    const budget = new FetchBudget(maxBytes, timeoutMs, disconnect)
    const fetched = new Map<string, InlineMedia>()
    const work = async () => {
      for (let url = waiting.shift(); url !== undefined && !budget.ended; url = waiting.shift()) {
        fetched.set(url, await fetchOne(url, send, budget))
      }
    }
    try {
      await Promise.all(Array.from({ length: CONCURRENCY }, work))
      return fetched
    } finally {
      budget.end('nobody waits for the rest')
    }
  }
}

/** The time and bytes that all media of a call share. */
class FetchBudget {
  readonly #exchanges = new Set<Exchange>()
  readonly #timer: ReturnType<typeof setTimeout>
  /** Why nothing more is fetched. */
  ended: string | undefined

  constructor(
    private left: number,
    timeoutMs: number,
    private readonly disconnect: DisconnectSignal,
  ) {
    this.#timer = setTimeout(() => this.end(`was not there within ${timeoutMs / 1000} seconds`), timeoutMs)
    disconnect.addEventListener('abort', this.#disconnected)
    if (disconnect.aborted) this.#disconnected()
  }

  readonly #disconnected = () => this.end('was given up by the caller')

  watch(exchange: Exchange): void {
    this.#exchanges.add(exchange)
    if (this.ended) exchange.cancel(this.ended)
  }

  forget(exchange: Exchange): void {
    this.#exchanges.delete(exchange)
  }

  /** Throws NotAllowed when the limit is exceeded. */
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
    this.disconnect.removeEventListener('abort', this.#disconnected)
    for (const exchange of this.#exchanges) exchange.cancel(this.ended)
  }
}

type Send = (url: string) => Exchange

async function fetchOne(url: string, send: Send, budget: FetchBudget): Promise<InlineMedia> {
  try {
    let address = url
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const answer = await request(checkUrl(address), send, budget)
      if ('data' in answer) return answer
      address = new URL(answer.location, address).href
    }
    throw new NotAllowed(`is redirected more than ${MAX_REDIRECTS} times`)
  } catch (error) {
    throw new MediaError(url, budget.ended ?? toProblem(error))
  }
}

/** Returns a URL that may be requested. Throws NotAllowed. */
function checkUrl(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new NotAllowed('is not an http(s) URL')
  if (url.username || url.password) throw new NotAllowed('has a password in its URL')
  url.hash = ''
  return url.href
}

/**
 * Sends a fetch to the worker. The worker's own address is the operator's and trusted; it resolves names and
 * follows redirects itself. Throws NotAllowed for a literal address that is not public.
 */
function sendToWorker({ url, key }: Worker, address: string, allowPrivate: boolean): Exchange {
  if (!allowPrivate && isPrivateHost(new URL(address).hostname)) throw new NotAllowed(NOT_PUBLIC)
  const body = Buffer.from(JSON.stringify({ url: address, key }))
  return sendUpstream({ url, headers: { ...HEADERS, 'content-type': 'application/json' }, body })
}

/** Makes one request: returns the medium, or the address of a redirect. */
async function request(url: string, send: Send, budget: FetchBudget): Promise<InlineMedia | { location: string }> {
  const exchange = send(url)
  budget.watch(exchange)
  try {
    const answer = await exchange.answer
    const location = answer.header('location')
    if (answer.status >= 300 && answer.status < 400 && location) return { location }
    if (answer.status !== 200) throw new NotAllowed(`was answered with status ${answer.status}`)
    return toInlineMedia(await readBody(answer, budget))
  } finally {
    budget.forget(exchange)
    exchange.cancel('the rest is not needed')
  }
}

async function readBody(answer: UpstreamAnswer, budget: FetchBudget): Promise<Buffer> {
  budget.expect(Number(answer.header('content-length')) || 0)
  const parts: Buffer[] = []
  for (let part = await answer.read(); part; part = await answer.read()) {
    budget.spend(part.length)
    // Copied, because a chunk may be a view of a buffer that is reused.
    parts.push(Buffer.from(part))
  }
  return Buffer.concat(parts)
}

function toInlineMedia(bytes: Buffer): InlineMedia {
  const mediaType = detectMediaType(bytes)
  if (!mediaType) throw new NotAllowed('is not an image, a PDF, a sound or a film')
  return { mediaType, data: bytes.toString('base64') }
}

/** Returns the problem without addresses: other network errors are not shown to the caller. */
function toProblem(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof NotAllowed ? error.cause : error
  return cause instanceof NotAllowed ? cause.message : 'could not be fetched'
}
