import { isRecord } from '#contract/is-record.ts'
import { parseJson } from '../../platform/json/parse-json.ts'
import { toOpenAIOverflow } from './context-length.ts'
import { isErrorAnswer, isErrorEvent } from './error-shapes.ts'
import { type SaidInError, saidIn } from './said-in-error.ts'
import { dataOf, isNamedError, objectOfEvent } from './sse.ts'
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

/** What errors contain, in all shapes that vendors give them. Most events of answers contain none of it. */
const MARKS = ['error', '"Error', '"code"', '"base_resp"', '"msg"', '"detail"', 'essage":"', 'essage": "'].map((mark) =>
  Buffer.from(mark),
)

/** Returns whether bytes may contain an error, so that they must be parsed. */
export const mayHoldError = (bytes: Buffer): boolean => MARKS.some((mark) => bytes.includes(mark))

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
  const tencent = tencentError(parsed ?? {})
  if (tencent) return { ...fallback, ...tencent, message: tencent.message ?? fallback.message }
  const outer = outerError(parsed ?? {}) ?? { message: inner, code: parsed?.code, type: undefined }
  return {
    ...fallback,
    // SiliconFlow answers 401 with a bare text: https://docs.siliconflow.cn/en/faqs/error-code
    message: readMessage(outer.message) ?? text(value) ?? fallback.message,
    type: text(outer.type) ?? fallback.type,
    code: codeIn(outer.code) ?? fallback.code,
  }
}

/** https://cloud.tencent.com/document/api/1729/101841. In the middle of a stream the codes are undocumented numbers. */
function tencentError(parsed: Record<string, unknown>) {
  const { Error: error, ErrorMsg } = (parsed.Response ?? parsed) as Record<string, Record<string, unknown> | undefined>
  if (typeof error === 'object') return { message: text(error.Message), code: codeIn(error.Code) ?? null }
  return typeof ErrorMsg === 'object' ? { message: text(ErrorMsg.Msg), code: codeIn(ErrorMsg.Code) ?? null } : undefined
}

interface OuterError {
  message: unknown
  code: unknown
  type: unknown
}

/** Reads an error whose fields are at the top level of the body, under the names of several vendors. */
function outerError(parsed: Record<string, unknown>): OuterError | undefined {
  const { error, message, Message, msg, err, error_msg, error_description, detail, title } = parsed
  const { header, errors, base_resp } = parsed
  const { message: headMessage, code: headCode } = (header ?? {}) as Partial<OuterError>
  const candidates = [error_description, error, message, Message, msg, err, error_msg, headMessage, detail, title]
  const found = candidates.find((candidate) => readMessage(candidate) !== undefined)
  if (found !== undefined) {
    // FastGPT has the error type in `statusText`.
    const type = parsed.type ?? parsed.statusText
    return {
      message: found,
      code: parsed.code ?? parsed.error_code ?? parsed.errorCode ?? parsed.errCode ?? headCode,
      type,
    }
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

/**
 * The statuses of types without signs between their words, where an error has none of its own:
 * https://platform.claude.com/docs/en/api/errors, https://cloud.google.com/apis/design/errors
 */
const STATUSES_OF_TYPES = new Map([
  ...['invalidrequesterror', 'badrequesterror', 'badrequest', 'invalidargument'].map((type) => [type, 400] as const),
  ...['invalidapikey', 'authenticationerror', 'unauthorized', 'unauthenticated'].map((type) => [type, 401] as const),
  ['billingerror', 402],
  ...['permissionerror', 'permissiondenied', 'permissiondeniederror', 'forbidden'].map((type) => [type, 403] as const),
  ...['notfounderror', 'notfound', 'modelnotfound', 'resourcenotfounderror'].map((type) => [type, 404] as const),
  ['requesttoolarge', 413],
  ...['insufficientquota', 'ratelimiterror', 'ratelimitexceeded', 'resourceexhausted', 'toomanyrequests'].map(
    (type) => [type, 429] as const,
  ),
  ...['unavailable', 'serviceunavailable'].map((type) => [type, 503] as const),
  ['overloadederror', 529],
])
const typeKey = (name: unknown) =>
  String(name)
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/** A caller that has waited for nothing so far can be served elsewhere. */
const TIMEOUTS = new Set([408, 504, 524])

/**
 * Returns the status of an error inside a successful answer: its code, what its type or another field says; undefined = it
 * says none.
 */
export function statusInError({ type, code, said }: Pick<OpenAIError, 'type' | 'code' | 'said'>): number | undefined {
  const names = [code, type, ...(said?.names ?? [])]
  const status = names.map((name) => (/^[45]\d\d$/.test(String(name)) ? Number(name) : 0)).find(Boolean)
  if (status !== undefined && !TIMEOUTS.has(status)) return status
  return names.map((name) => STATUSES_OF_TYPES.get(typeKey(name))).find(Boolean)
}

/** Returns the status of an error inside a successful answer; 500 where it says none. */
export const statusOfError = (error: Pick<OpenAIError, 'type' | 'code' | 'said'>) => statusInError(error) ?? 500

/** Returns whether the body of an answer with status 200 is an error. */
export const isErrorBody = (body: Buffer): boolean => mayHoldError(body) && isErrorAnswer(parse(body.toString('utf8')))

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

/** Returns the error of an event, if it is one. */
export function errorOfEvent(event: Buffer): OpenAIError | undefined {
  if (!mayHoldError(event)) return undefined
  if (isNamedError(event)) return readUpstreamError(dataOf(event) ?? '', 500)
  const chunk = objectOfEvent(event)
  if (chunk && isErrorEvent(chunk)) return readUpstreamError(JSON.stringify(chunk), 500)
  // OpenRouter reports a vendor's failure inside the choice: https://openrouter.ai/docs/api-reference/errors
  const choices = Array.isArray(chunk?.choices) ? (chunk.choices as ({ error?: unknown } | null)[]) : []
  const failed = choices.find((choice) => choice?.error)
  return failed ? readUpstreamError(JSON.stringify({ error: failed.error }), 500) : undefined
}
