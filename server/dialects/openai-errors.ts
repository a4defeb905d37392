/** Error bodies in OpenAI's shape, as this API family writes them. */

export interface OpenAIError {
  message: string
  type: string
  param: string | null
  code: string | number | null
}

const ERROR = Buffer.from('"error"')

/** Type of the errors that this server makes itself. */
export const LOCAL_ERROR = 'new_api_error'

/** The body of an error answer; the message names the request, so that a user's mail can be traced. */
export function openAIErrorBody(error: OpenAIError, requestId: string): string {
  return JSON.stringify({ error: { ...error, message: `${error.message} (request id: ${requestId})` } })
}

/** The last event of a stream that went wrong: OpenAI's clients raise it as an API error. */
export function openAIErrorEvent(error: OpenAIError, requestId: string): string {
  return `data: ${openAIErrorBody(error, requestId)}\n\n`
}

/** Finds the error in an upstream's body, whatever vendor's shape it has. */
export function readUpstreamError(body: string, status: number): OpenAIError {
  const fallback = { message: `bad response status code ${status}`, type: 'upstream_error', param: String(status) }
  const parsed = parseObject(body)
  const inner = parsed?.error ?? (parsed?.response as Record<string, unknown> | undefined)?.error
  if (typeof inner === 'object' && inner !== null) {
    const error = inner as Record<string, unknown>
    return {
      message: text(error.message) ?? text(error.msg) ?? fallback.message,
      type: text(error.type) ?? text(error.status) ?? fallback.type,
      param: text(error.param) ?? null,
      code:
        googleReason(error) ?? (typeof error.code === 'string' || typeof error.code === 'number' ? error.code : null),
    }
  }
  const header = parsed?.header as Record<string, unknown> | undefined
  const { message: plain, msg, err, error_msg, detail } = parsed ?? {}
  const candidates = [inner, plain, msg, err, error_msg, header?.message, detail]
  const message = candidates.map(text).find((candidate) => candidate !== undefined)
  return { ...fallback, message: message ?? fallback.message, code: 'bad_response_status_code' }
}

/** Google's word for what is wrong, which tells more than its status: https://cloud.google.com/apis/design/errors */
function googleReason({ details }: Record<string, unknown>): string | undefined {
  if (!Array.isArray(details)) return undefined
  return details.map((detail) => text((detail as { reason?: unknown } | null)?.reason)).find(Boolean)
}

/** When Google wants to be asked again, in whole seconds: https://cloud.google.com/apis/design/errors#error_details */
export function retryDelayIn(body: string): string | undefined {
  const error = parseObject(body)?.error as { details?: unknown } | null | undefined
  const details = Array.isArray(error?.details) ? error.details : []
  const delay = details.map((detail) => text((detail as { retryDelay?: unknown } | null)?.retryDelay)).find(Boolean)
  const seconds = delay && /^\d+(?:\.\d+)?s$/.test(delay) ? Math.ceil(Number.parseFloat(delay)) : undefined
  return seconds === undefined ? undefined : String(seconds)
}

/** Whether a 200 answer is an error in disguise. */
export function isErrorAnswer(body: Buffer): boolean {
  if (body.indexOf(ERROR) < 0) return false
  const parsed = parseObject(body.toString('utf8'))
  return Boolean(parsed?.error) && !parsed?.choices && !parsed?.data && !parsed?.results
}

function parseObject(body: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(body)
    // Gemini answers errors of streams as a list with one element.
    const value: unknown = Array.isArray(parsed) ? parsed[0] : parsed
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
