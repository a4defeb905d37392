import { parseJson as parseForeign } from '../../platform/json/parse-json.ts'
/** Calls to services that the operator has configured: identity providers, bot checks, task platforms. */

import { maxSize } from '../http1/client/read-all.ts'
import type { Way } from '../http1/client/way.ts'
import { sendUpstream } from './upstream.ts'

/** Why a call returned no usable answer. The text is for the log: it may contain hosts. */
export class OutgoingError extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options)
    this.name = 'OutgoingError'
  }
}

export interface OutgoingCall {
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  /** Sent as a form. */
  form?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Limit until the whole answer has arrived; 5 seconds by default. */
  timeoutMs?: number
  /** Maximum length of the answer; 256 KiB by default. */
  maxBytes?: number
  /** How its channel is reached, where that is not straight. */
  way?: Way | undefined
}

export interface OutgoingAnswer {
  status: number
  /** The parsed JSON; undefined when the answer is not JSON. */
  body: unknown
}

const TIMEOUT_MS = 5000
const MAX_BYTES = 256 * 1024

/**
 * Sends a call and reads its JSON answer, whatever the status. Redirects are not followed: a secret must not be
 * sent to another host. Private addresses are allowed, because operators run such services in their own network;
 * the address must come from the operator, never from a caller. Throws OutgoingError.
 */
export async function callService(url: string, call: OutgoingCall = {}): Promise<OutgoingAnswer> {
  const { form, json, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, way } = call
  const body = form ? new URLSearchParams(form).toString() : json === undefined ? '' : JSON.stringify(json)
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  const hasBody = form !== undefined || json !== undefined
  const exchange = sendUpstream({
    url,
    method: call.method ?? (hasBody ? 'POST' : 'GET'),
    headers: {
      ...{ accept: 'application/json', 'user-agent': 'Switchyard', ...(hasBody && { 'content-type': type }) },
      ...lowerCased(call.headers),
    },
    body: Buffer.from(body),
    way,
  })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    exchange.cancel('the time is over')
  }, timeoutMs)
  try {
    const answer = await exchange.answer
    const bytes = await answer.bytes(maxSize(maxBytes))
    return { status: answer.status, body: parseJson(bytes.toString('utf8')) }
  } catch (error) {
    const cause = isLate ? new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError') : error
    throw new OutgoingError(
      `${URL.canParse(url) ? new URL(url).host : 'the address'} did not answer: ${String(cause)}`,
      { cause },
    )
  } finally {
    clearTimeout(timer)
    exchange.cancel('the rest is not needed')
  }
}

/** A header that is given twice, in other letters, would be sent twice. */
const lowerCased = (headers: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

function parseJson(text: string): unknown {
  try {
    return parseForeign(text)
  } catch {
    return undefined
  }
}
