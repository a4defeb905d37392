import { parseJson as parseForeign } from '../../platform/json/parse-json.ts'
/** Calls to services that the operator has configured: identity providers, bot checks, task platforms. */

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
  const { form, json, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = call
  const body = form ? new URLSearchParams(form).toString() : json === undefined ? undefined : JSON.stringify(json)
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  try {
    const response = await fetch(url, {
      method: call.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        Accept: 'application/json',
        'User-Agent': 'Switchyard',
        ...(body === undefined ? {} : { 'Content-Type': type }),
        ...call.headers,
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: parseJson(await readText(response, maxBytes)) }
  } catch (cause) {
    if (cause instanceof OutgoingError) throw cause
    throw new OutgoingError(`${new URL(url).host} did not answer: ${String(cause)}`, { cause })
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > maxBytes) throw new OutgoingError(`the answer is longer than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return parseForeign(text)
  } catch {
    return undefined
  }
}
