import { exchangeHttp1 } from '../http1/client/exchange.ts'
import { findWay, RESOLVED_HERE } from './find-way.ts'
import { createGuardedPool, NotAllowed } from './media/guarded-pool.ts'

/** A message to a service, and what it answered. */
export interface OutgoingMessage {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}
export interface MessageAnswer {
  status: number
  text: string
  /** Seconds by the header `Retry-After`. */
  retryAfter: number | undefined
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024
const pools = { own: createGuardedPool(true), foreign: createGuardedPool(false) }

/**
 * Posts a message and reads the answer, whatever the status; redirects are not followed. An address that a user has
 * named (`foreign`) must be public, one of the operator may be in a private network. Throws an Error whose text has no
 * address in it.
 */
export async function postMessage(
  { url, headers, body }: OutgoingMessage,
  whose: keyof typeof pools,
): Promise<MessageAnswer> {
  const exchange = exchangeHttp1(
    {
      ...{ method: 'POST', url, headers: { 'user-agent': 'Switchyard', ...headers }, body: Buffer.from(body) },
      way: findWay(url, whose === 'own' ? undefined : RESOLVED_HERE),
    },
    pools[whose],
  )
  const timer = setTimeout(() => exchange.cancel('no answer in time'), TIMEOUT_MS)
  try {
    const answer = await exchange.answer
    let size = 0
    const bytes = await answer.bytes((length) => {
      size += length
      if (size > MAX_BYTES) throw new Error('the answer is too long')
    })
    const wait = Number(answer.header('retry-after'))
    return { status: answer.status, text: bytes.toString('utf8'), retryAfter: wait > 0 ? wait : undefined }
  } catch (error) {
    throw new Error(problemOf(error))
  } finally {
    clearTimeout(timer)
    exchange.cancel('the rest is not needed')
  }
}

function problemOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof NotAllowed) return `the address ${cause.message}`
  const { code, message } = cause as { code?: unknown; message?: unknown }
  return typeof code === 'string' ? code : String(message ?? 'no connection')
}
