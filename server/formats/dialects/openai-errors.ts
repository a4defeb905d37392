import { isRecord } from '#contract/is-record.ts'
import { parseJson } from '../../platform/json/parse-json.ts'
import { toOpenAIOverflow } from './context-length.ts'
import { type SaidInError, saidIn } from './said-in-error.ts'
import { readVendorFields, type VendorFields, vendorFieldsFor } from './vendor-fields.ts'

/** Error bodies in OpenAI's format, as this API family writes them. */

export interface OpenAIError {
  message: string
  type: string
  param: string | null
  code: string | number | null
  /** Other fields of the vendor's error. */
  vendor?: VendorFields
  /** What the error says beside code, type and message. Never shown. */
  said?: SaidInError
}

const ERROR = Buffer.from('"error"')
const BASE_RESP = Buffer.from('"base_resp"')
const CODE = Buffer.from('"code"')

/** The type of errors that this server creates itself. */
export const LOCAL_ERROR = 'new_api_error'

/**
 * Writes the body of an error answer. The message includes the request id, so that a user's support request can be
 * traced.
 */
export function openAIErrorBody(error: OpenAIError, requestId: string): string {
  return JSON.stringify({ error: openAIErrorFields(error, requestId) })
}

/**
 * Returns an error's fields in OpenAI's format. The code is a string or null
 * (https://platform.openai.com/docs/guides/error-codes).
 */
export function openAIErrorFields(
  error: OpenAIError,
  requestId: string,
): Omit<OpenAIError, 'vendor'> & { code: string | null } {
  const { message, type, param, code } = toOpenAIOverflow(error)
  return {
    ...vendorFieldsFor('openai', error.vendor),
    message: `${message} (request id: ${requestId})`,
    type,
    param,
    code: code === null || code === '' ? null : String(code),
  }
}

/** Writes the last event of a failed stream. OpenAI's clients raise it as an API error. */
export function openAIErrorEvent(error: OpenAIError, requestId: string): string {
  return `data: ${openAIErrorBody(error, requestId)}\n\n`
}

/** Reads the error in an upstream's body, in any vendor's format. */
export function readUpstreamError(body: string, status: number): OpenAIError {
  const whole = parse(body)
  const value = whole === undefined ? parse(eventData(body)) : whole
  const error = value === undefined ? plainError(body, status) : readErrorValue(value, status)
  const said = saidIn(value, error)
  return said ? { ...error, said } : error
}

const fallbackError = (status: number): OpenAIError => ({
  message: `bad response status code ${status}`,
  type: 'upstream_error',
  param: String(status),
  code: 'bad_response_status_code',
})

/** Longer texts are no sentence. */
const MAX_SENTENCE = 2000

/** Reads a body that is no JSON: a sentence is the message, a page is not. */
function plainError(body: string, status: number): OpenAIError {
  const sentence = body.trim()
  const isSentence = sentence !== '' && sentence.length <= MAX_SENTENCE && !/^[<\{\[]|[\p{Cc}--\s]/v.test(sentence)
  return isSentence ? { ...fallbackError(status), message: sentence } : fallbackError(status)
}

/** Returns the data of an error that is sent as an event; "" = the body is no event. */
const eventData = (body: string) => /^data:\s?(\{.*\})\s*$/m.exec(body)?.[1] ?? ''

function readErrorValue(value: unknown, status: number): OpenAIError {
  const fallback = fallbackError(status)
  const parsed = unwrapList(value)
  const inner = parsed?.error ?? (parsed?.response as Record<string, unknown> | undefined)?.error
  if (typeof inner === 'object' && inner !== null) {
    const error = inner as Record<string, unknown>
    const vendor = readVendorFields(error, parsed ?? {})
    return {
      ...(vendor ? { vendor } : {}),
      message: readMessage(error.message) ?? text(error.msg) ?? fallback.message,
      type: text(error.type) ?? text(error.status) ?? fallback.type,
      param: text(error.param) ?? null,
      code: googleReason(error) ?? codeIn(error.code) ?? null,
    }
  }
  const tencent = (parsed?.Response as { Error?: { Code?: unknown; Message?: unknown } } | undefined)?.Error
  if (tencent)
    return { ...fallback, message: text(tencent.Message) ?? fallback.message, code: text(tencent.Code) ?? null }
  const outer = outerError(parsed ?? {}) ?? { message: inner, code: parsed?.code, type: undefined }
  return {
    ...fallback,
    // SiliconFlow answers 401 with a bare text: https://docs.siliconflow.cn/en/faqs/error-code
    message: readMessage(outer.message) ?? text(value) ?? fallback.message,
    type: text(outer.type) ?? fallback.type,
    code: codeIn(outer.code) ?? fallback.code,
  }
}

interface OuterError {
  message: unknown
  code: unknown
  type: unknown
}

/** Reads an error whose fields are at the top level of the body, under the names of several vendors. */
function outerError(parsed: Record<string, unknown>): OuterError | undefined {
  const { error, message, Message, msg, err, error_msg, detail, header, errors, base_resp } = parsed
  const { message: headMessage, code: headCode } = (header ?? {}) as Partial<OuterError>
  const candidates = [error, message, Message, msg, err, error_msg, headMessage, detail]
  const found = candidates.find((candidate) => readMessage(candidate) !== undefined)
  if (found !== undefined) {
    // FastGPT has the error type in `statusText`.
    const type = parsed.type ?? parsed.statusText
    return { message: found, code: parsed.code ?? parsed.error_code ?? headCode, type }
  }
  const [first] = Array.isArray(errors) ? (errors as Partial<OuterError>[]) : []
  // Cloudflare: https://developers.cloudflare.com/fundamentals/api/how-to/make-api-calls/
  if (first) return { message: first.message, code: first.code, type: undefined }
  // MiniMax, also with status 200: https://platform.minimax.io/docs/api-reference/errorcode
  const { status_msg, status_code } = (base_resp ?? {}) as { status_msg?: unknown; status_code?: unknown }
  return status_msg === undefined ? undefined : { message: status_msg, code: status_code, type: undefined }
}

/**
 * Returns Google's error reason, which is more specific than its status:
 * https://cloud.google.com/apis/design/errors
 */
function googleReason({ details }: Record<string, unknown>): string | undefined {
  if (!Array.isArray(details)) return undefined
  return details.map((detail) => text((detail as { reason?: unknown } | null)?.reason)).find(Boolean)
}

/** The statuses of types, where an error has none of its own: https://platform.claude.com/docs/en/api/errors */
const STATUSES_OF_TYPES = new Map([
  ['invalid_request_error', 400],
  ['badrequesterror', 400],
  ['invalid_argument', 400],
  ['invalid_api_key', 401],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['permission_denied', 403],
  ['not_found_error', 404],
  ['not_found', 404],
  ['model_not_found', 404],
  ['request_too_large', 413],
  ['insufficient_quota', 429],
  ['rate_limit_error', 429],
  ['rate_limit_exceeded', 429],
  ['resource_exhausted', 429],
  ['unavailable', 503],
  ['overloaded_error', 529],
])

/** A caller that has waited for nothing so far can be served elsewhere. */
const TIMEOUTS = new Set([408, 504, 524])

/** Returns the status of an error inside a successful answer: of its code, of its type, otherwise 500. */
export function statusOfError({ type, code }: Pick<OpenAIError, 'type' | 'code'>): number {
  const status = typeof code === 'number' || /^[45]\d\d$/.test(code ?? '') ? Number(code) : 0
  if (status >= 400 && status < 600 && !TIMEOUTS.has(status)) return status
  const named = [code, type].map((name) => STATUSES_OF_TYPES.get(String(name).toLowerCase()))
  return named.find(Boolean) ?? 500
}

/** Returns whether an answer with status 200 is an error. */
export function isErrorAnswer(body: Buffer): boolean {
  if (body.indexOf(ERROR) < 0 && body.indexOf(BASE_RESP) < 0 && body.indexOf(CODE) < 0) return false
  const parsed = unwrapList(parse(body.toString('utf8')))
  const isError = isSome(parsed?.error) || isErrorObject(parsed) || isMiniMaxError(parsed) || isCodedError(parsed)
  return isError && !holdsAny(parsed ?? {}, RESULT_FIELDS)
}

/**
 * Returns whether an answer with status 200 contains no result: some vendors refuse in their own words, without an
 * error.
 */
export const hasNoResult = (answer: object) => !holdsAny(answer, ALL_RESULT_FIELDS)

/** Fields that hold results. An error may appear next to them. */
const RESULT_FIELDS = ['choices', 'data', 'results']
const ALL_RESULT_FIELDS = [...RESULT_FIELDS, 'output', 'embeddings']

const holdsAny = (answer: object, names: readonly string[]) =>
  names.some((name) => isSome((answer as Record<string, unknown>)[name]))

/** Returns whether a field has content. Empty lists and objects count as absent. */
const isSome = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)

/** Returns whether an object says that it is an error: vLLM's `{"object":"error","message":…}`, Mistral's, Dify's. */
export const isErrorObject = (parsed: Record<string, unknown> | undefined): boolean =>
  [parsed?.object, parsed?.type, parsed?.event].includes('error')

/** Codes of success. */
const FINE = new Set(['0', '200', 'success', 'ok'])

/** Returns whether an object has a code and a message instead of an answer, as SiliconFlow and Alibaba write errors. */
export function isCodedError(parsed: Record<string, unknown> | undefined): boolean {
  const { code, message, msg } = parsed ?? {}
  const isCode = (typeof code === 'number' || typeof code === 'string') && !FINE.has(String(code).toLowerCase())
  return isCode && text(message ?? msg) !== undefined && hasNoResult(parsed ?? {}) && !isSome(parsed?.id)
}

/** Returns whether an object is an error of MiniMax, which has status 200 and no choices. */
export function isMiniMaxError(parsed: Record<string, unknown> | undefined): boolean {
  const result = parsed?.base_resp as { status_code?: unknown } | null | undefined
  return Boolean(result?.status_code) && !isSome(parsed?.choices)
}

function parse(body: string): unknown {
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}

/** Gemini sends errors of streams as a list with one element. */
function unwrapList(parsed: unknown): Record<string, unknown> | undefined {
  const value: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  return isRecord(value) ? value : undefined
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const codeIn = (value: unknown) => (typeof value === 'number' ? value : text(value))

/** Returns a text, or the validation errors of Mistral and FastAPI: `{detail: [{loc, msg}]}`. */
function readMessage(value: unknown): string | undefined {
  if (typeof value === 'string') return text(value)
  const found: unknown = Array.isArray(value) ? value : (value as { detail?: unknown } | null | undefined)?.detail
  if (!Array.isArray(found)) return text(found)
  const findings = found.flatMap((one: { loc?: unknown; msg?: unknown } | null) => {
    const field = Array.isArray(one?.loc) ? one.loc.filter((part) => part !== 'body').join('.') : ''
    return typeof one?.msg === 'string' ? [field ? `${field}: ${one.msg}` : one.msg] : []
  })
  return text(findings.join('; '))
}
