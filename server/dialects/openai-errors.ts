import { asOpenAIOverflow } from './context-length.ts'
import { fieldsFor, type VendorFields, vendorFieldsIn } from './vendor-fields.ts'

/** Error bodies in OpenAI's shape, as this API family writes them. */

export interface OpenAIError {
  message: string
  type: string
  param: string | null
  code: string | number | null
  /** What else the vendor says. */
  vendor?: VendorFields
}

const ERROR = Buffer.from('"error"')
const BASE_RESP = Buffer.from('"base_resp"')

/** Type of the errors that this server makes itself. */
export const LOCAL_ERROR = 'new_api_error'

/** The body of an error answer; the message names the request, so that a user's mail can be traced. */
export function openAIErrorBody(error: OpenAIError, requestId: string): string {
  return JSON.stringify({ error: openAIErrorFields(error, requestId) })
}

/** An error's fields as OpenAI writes them: its code is a text or null (https://platform.openai.com/docs/guides/error-codes). */
export function openAIErrorFields(
  error: OpenAIError,
  requestId: string,
): Omit<OpenAIError, 'vendor'> & { code: string | null } {
  const { message, type, param, code } = asOpenAIOverflow(error)
  return {
    ...fieldsFor('openai', error.vendor),
    message: `${message} (request id: ${requestId})`,
    type,
    param,
    code: code === null || code === '' ? null : String(code),
  }
}

/** The last event of a stream that went wrong: OpenAI's clients raise it as an API error. */
export function openAIErrorEvent(error: OpenAIError, requestId: string): string {
  return `data: ${openAIErrorBody(error, requestId)}\n\n`
}

/** Finds the error in an upstream's body, whatever vendor's shape it has. */
export function readUpstreamError(body: string, status: number): OpenAIError {
  const fallback = { message: `bad response status code ${status}`, type: 'upstream_error', param: String(status) }
  const value = parse(body)
  const parsed = objectIn(value)
  const inner = parsed?.error ?? (parsed?.response as Record<string, unknown> | undefined)?.error
  if (typeof inner === 'object' && inner !== null) {
    const error = inner as Record<string, unknown>
    const vendor = vendorFieldsIn(error, parsed ?? {})
    return {
      ...(vendor ? { vendor } : {}),
      message: words(error.message) ?? text(error.msg) ?? fallback.message,
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
    // SiliconFlow answers 401 with nothing but a text: https://docs.siliconflow.cn/en/faqs/error-code
    message: words(outer.message) ?? text(value) ?? fallback.message,
    type: text(outer.type) ?? fallback.type,
    code: codeIn(outer.code) ?? 'bad_response_status_code',
  }
}

interface OuterError {
  message: unknown
  code: unknown
  type: unknown
}

/** An error whose parts stand at the top of the body, under the names of several vendors. */
function outerError(parsed: Record<string, unknown>): OuterError | undefined {
  const { error, message, Message, msg, err, error_msg, detail, header, errors, base_resp } = parsed
  const { message: headMessage, code: headCode } = (header ?? {}) as Partial<OuterError>
  const candidates = [error, message, Message, msg, err, error_msg, headMessage, detail]
  const found = candidates.find((candidate) => words(candidate) !== undefined)
  if (found !== undefined) {
    // FastGPT names the kind of its errors in `statusText`.
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

/** Google's word for what is wrong, which tells more than its status: https://cloud.google.com/apis/design/errors */
function googleReason({ details }: Record<string, unknown>): string | undefined {
  if (!Array.isArray(details)) return undefined
  return details.map((detail) => text((detail as { reason?: unknown } | null)?.reason)).find(Boolean)
}

/** Types by which vendors say that they are busy, not broken: Anthropic's and Google's. */
const BUSY_TYPES = new Map([
  ['rate_limit_error', 429],
  ['RESOURCE_EXHAUSTED', 429],
  ['UNAVAILABLE', 503],
  ['overloaded_error', 529],
])

const BUSY_STATUSES = new Set([429, 502, 503, 529])

/**
 * The status of an error that came inside a successful answer: the upstream's trouble, and whether it is busy. Nothing
 * else is believed: vendors call an empty account a bad request, and that is none of the caller's.
 */
export function statusOfError({ type, code }: Pick<OpenAIError, 'type' | 'code'>): number {
  if (code === 'rate_limit_exceeded') return 429
  const isBusy = typeof code === 'number' && BUSY_STATUSES.has(code)
  return isBusy ? code : (BUSY_TYPES.get(type) ?? 500)
}

/** When Google wants to be asked again, in whole seconds: https://cloud.google.com/apis/design/errors#error_details */
export function retryDelayIn(body: string): string | undefined {
  const error = objectIn(parse(body))?.error as { details?: unknown } | null | undefined
  const details = Array.isArray(error?.details) ? error.details : []
  const delay = details.map((detail) => text((detail as { retryDelay?: unknown } | null)?.retryDelay)).find(Boolean)
  const seconds = delay && /^\d+(?:\.\d+)?s$/.test(delay) ? Math.ceil(Number.parseFloat(delay)) : undefined
  return seconds === undefined ? undefined : String(seconds)
}

/** Whether a 200 answer is an error in disguise. */
export function isErrorAnswer(body: Buffer): boolean {
  if (body.indexOf(ERROR) < 0 && body.indexOf(BASE_RESP) < 0) return false
  const parsed = objectIn(parse(body.toString('utf8')))
  const isError = isSome(parsed?.error) || isMiniMaxError(parsed)
  return isError && !holdsAny(parsed ?? {}, ANSWERS)
}

/** Whether a 200 answer holds nothing that was asked for: some vendors refuse in words of their own, without an error. */
export const answersNothing = (answer: object) => !holdsAny(answer, [...ANSWERS, 'output', 'embeddings'])

/** Where an answer stands that an error may stand beside. */
const ANSWERS = ['choices', 'data', 'results']

const holdsAny = (answer: object, names: readonly string[]) =>
  names.some((name) => isSome((answer as Record<string, unknown>)[name]))

/** Whether a field holds anything: empty lists and objects stand where there is nothing to say. */
const isSome = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value)

/** Whether an object is an error of MiniMax, which has status 200 and no choices. */
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

/** Gemini answers errors of streams as a list with one element. */
function objectIn(parsed: unknown): Record<string, unknown> | undefined {
  const value: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const codeIn = (value: unknown) => (typeof value === 'number' ? value : text(value))

/** A text, or what the checks of Mistral and of FastAPI found: `{detail: [{loc, msg}]}`. */
function words(value: unknown): string | undefined {
  if (typeof value === 'string') return text(value)
  const found: unknown = Array.isArray(value) ? value : (value as { detail?: unknown } | null | undefined)?.detail
  if (!Array.isArray(found)) return text(found)
  const findings = found.flatMap((one: { loc?: unknown; msg?: unknown } | null) => {
    const field = Array.isArray(one?.loc) ? one.loc.filter((part) => part !== 'body').join('.') : ''
    return typeof one?.msg === 'string' ? [field ? `${field}: ${one.msg}` : one.msg] : []
  })
  return text(findings.join('; '))
}
