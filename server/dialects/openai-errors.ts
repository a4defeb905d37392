import { toOpenAIOverflow } from './context-length.ts'
import { readVendorFields, type VendorFields, vendorFieldsFor } from './vendor-fields.ts'

/** Error bodies in OpenAI's format, as this API family writes them. */

export interface OpenAIError {
  message: string
  type: string
  param: string | null
  code: string | number | null
  /** Other fields of the vendor's error. */
  vendor?: VendorFields
}

const ERROR = Buffer.from('"error"')
const BASE_RESP = Buffer.from('"base_resp"')

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
  const fallback = { message: `bad response status code ${status}`, type: 'upstream_error', param: String(status) }
  const value = parse(body)
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
    code: codeIn(outer.code) ?? 'bad_response_status_code',
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

/** Error types that mean that the vendor is overloaded, not broken: Anthropic's and Google's. */
const BUSY_TYPES = new Map([
  ['rate_limit_error', 429],
  ['RESOURCE_EXHAUSTED', 429],
  ['UNAVAILABLE', 503],
  ['overloaded_error', 529],
])

const BUSY_STATUSES = new Set([429, 502, 503, 529])

/**
 * Returns the status of an error inside a successful answer: that of an overloaded or rate-limiting vendor,
 * otherwise 500. Other statuses are not trusted, because vendors report an empty account as a bad request, which is
 * not the caller's fault.
 */
export function statusOfError({ type, code }: Pick<OpenAIError, 'type' | 'code'>): number {
  if (code === 'rate_limit_exceeded') return 429
  const isBusy = typeof code === 'number' && BUSY_STATUSES.has(code)
  return isBusy ? code : (BUSY_TYPES.get(type) ?? 500)
}

/** Returns Google's retry delay in whole seconds: https://cloud.google.com/apis/design/errors#error_details */
export function readRetryDelay(body: string): string | undefined {
  const error = unwrapList(parse(body))?.error as { details?: unknown } | null | undefined
  const details = Array.isArray(error?.details) ? error.details : []
  const delay = details.map((detail) => text((detail as { retryDelay?: unknown } | null)?.retryDelay)).find(Boolean)
  const seconds = delay && /^\d+(?:\.\d+)?s$/.test(delay) ? Math.ceil(Number.parseFloat(delay)) : undefined
  return seconds === undefined ? undefined : String(seconds)
}

/** Returns whether an answer with status 200 is an error. */
export function isErrorAnswer(body: Buffer): boolean {
  if (body.indexOf(ERROR) < 0 && body.indexOf(BASE_RESP) < 0) return false
  const parsed = unwrapList(parse(body.toString('utf8')))
  const isError = isSome(parsed?.error) || isMiniMaxError(parsed)
  return isError && !holdsAny(parsed ?? {}, RESULT_FIELDS)
}

/**
 * Returns whether an answer with status 200 contains no result: some vendors refuse in their own words, without an
 * error.
 */
export const hasNoResult = (answer: object) => !holdsAny(answer, [...RESULT_FIELDS, 'output', 'embeddings'])

/** Fields that hold results. An error may appear next to them. */
const RESULT_FIELDS = ['choices', 'data', 'results']

const holdsAny = (answer: object, names: readonly string[]) =>
  names.some((name) => isSome((answer as Record<string, unknown>)[name]))

/** Returns whether a field has content. Empty lists and objects count as absent. */
const isSome = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)

/** Returns whether an object is an error of MiniMax, which has status 200 and no choices. */
export function isMiniMaxError(parsed: Record<string, unknown> | undefined): boolean {
  const result = parsed?.base_resp as { status_code?: unknown } | null | undefined
  return Boolean(result?.status_code) && !isSome(parsed?.choices)
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Gemini sends errors of streams as a list with one element. */
function unwrapList(parsed: unknown): Record<string, unknown> | undefined {
  const value: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
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
