import i18next from 'i18next'
import type { Endpoint, Envelope, Input, Reply } from '#contract/api/endpoint.ts'
import { httpMessage } from './http-message.ts'
import { languageTag } from './language.ts'
import { getStored } from './storage.ts'

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** The body as it is, in place of JSON. */
  bytes?: Blob
}

/** A failed call: refused by the server (`status` 200), an HTTP error, or no response (`status` 0). */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    message: string,
    readonly status: number,
    /** Request id for support; "" when there was no response. */
    readonly requestId = '',
    /** Invalid fields: name → message. */
    readonly fields: Record<string, string> = {},
    /** Set where the client acts on it (`CLIENT_CODES` of the contract). */
    readonly code = '',
  ) {
    super(message)
  }
}

let askForProof = async () => false

/** Sets what asks the user for a proof of identity; it resolves with whether there is one now. */
export function setProofRequest(ask: () => Promise<boolean>): void {
  askForProof = ask
}

/** Calls an endpoint of the contract and returns its `data`. Throws ApiError. */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E>, signal?: AbortSignal): Promise<Reply<E>> {
  return (await send<Reply<E>>(endpoint, input, signal)).data as Reply<E>
}

/** Like `call` with a part of a file as the body. */
export async function callWithBytes<E extends Endpoint>(endpoint: E, parts: Input<E>, bytes: Blob): Promise<Reply<E>> {
  return (await send<Reply<E>>(endpoint, { ...parts, bytes })).data as Reply<E>
}

/** Like `call` for a list: returns its rows and the total over all pages. */
export async function callList<E extends Endpoint>(endpoint: E, input: Input<E>, signal?: AbortSignal) {
  const { data, total = 0 } = await send<Reply<E>>(endpoint, input, signal)
  return { data: data as Reply<E>, total }
}

const send = <T>(endpoint: Endpoint, parts: Parts, signal?: AbortSignal): Promise<Envelope<T>> =>
  withProof(async () => readEnvelope<T>(await request(endpoint, parts, signal)))

/** Makes an attempt; where it needs a fresh proof of identity, asks for that and repeats it. */
export async function withProof<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const repeats = error instanceof ApiError && error.code === 'proof_needed' && (await askForProof())
    if (!repeats) throw error
    return attempt()
  }
}

/** Sends a call and resolves with the response head. Throws ApiError when there is none. */
export async function request(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  parts: Parts,
  signal?: AbortSignal,
): Promise<Response> {
  const url = fillPath(path, parts.params) + queryString(parts.query)
  const headers: Record<string, string> = {
    'New-Api-User': String(getStored('user')?.id ?? -1),
    'Accept-Language': languageTag(),
    'X-List-Style': 'rows',
  }
  if (parts.body !== undefined) headers['Content-Type'] = 'application/json'
  try {
    return await fetch(url, { method, headers, body: parts.bytes ?? JSON.stringify(parts.body), signal })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(i18next.t('error.offline'), 0)
  }
}

/** Returns the envelope of a successful response. Throws ApiError for any other. */
export async function readEnvelope<T>(response: Response): Promise<Envelope<T>> {
  const requestId = response.headers.get('X-Oneapi-Request-Id') ?? ''
  const envelope = (await response.json().catch(() => null)) as Envelope<T> | null
  if (!response.ok) throw new ApiError(httpMessage(response, envelope?.message), response.status, requestId)
  if (!envelope) throw new ApiError(i18next.t('error.unreadable'), response.status, requestId)
  if (!envelope.success)
    throw new ApiError(envelope.message, response.status, requestId, envelope.fields, envelope.code)
  return envelope
}

function fillPath(path: string, params: Record<string, unknown> = {}) {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function queryString(query: Record<string, unknown> = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return given.length ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : ''
}
