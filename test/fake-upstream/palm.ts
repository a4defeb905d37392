import { startVendor, unknownField, type VendorCall } from './vendor.ts'

export const PALM_KEY = 'AIzaFakePalmKey000000000000000000000000'
const PATH = '/v1beta2/models/chat-bison-001:generateMessage'
const FIELDS = 'prompt temperature candidateCount topP topK'
const STATUSES: Record<number, string> = { 400: 'INVALID_ARGUMENT', 429: 'RESOURCE_EXHAUSTED', 503: 'UNAVAILABLE' }

/**
 * Google's PaLM, while it was there: ai.google.dev/palm_docs, developers.generativeai.google/api/rest. It had no streams
 * and told no usage. The error `SAFETY` is its filters' refusal.
 */
export const startFakePalm = () =>
  startVendor((call) => {
    if (call.request.method !== 'POST' || call.url.pathname !== PATH)
      return failure(404, 'models is not found', 'NOT_FOUND')
    if (call.request.headers.get('x-goog-api-key') !== PALM_KEY) return badKey()
    const { error } = call.behaviour
    if (error === 'SAFETY') return told({ filters: [{ reason: 'SAFETY' }], messages: [] })
    if (error) return failure(Number(error), 'refused', STATUSES[Number(error)] ?? 'INTERNAL')
    const problem = problemOf(call)
    return problem ? failure(400, problem, 'INVALID_ARGUMENT') : chat(call)
  })

/** As Google writes JSON: over many lines. */
const told = (body: object, status = 200) =>
  new Response(JSON.stringify(body, null, 2), {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
  })

const failure = (code: number, message: string, status: string, details: object[] = []) =>
  told({ error: { code, message, status, details } }, code)

const badKey = () =>
  failure(400, 'API key not valid. Please pass a valid API key.', 'INVALID_ARGUMENT', [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
  ])

type Message = { author?: unknown; content?: unknown }

function messagesOf({ json }: VendorCall): Message[] {
  const { messages } = (json.prompt ?? {}) as { messages?: Message[] }
  return Array.isArray(messages) ? messages : []
}

function problemOf(call: VendorCall): string | undefined {
  const unknown =
    unknownField(call.json, FIELDS) ?? unknownField(call.json.prompt as object as never, 'context examples messages')
  if (unknown) return `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`
  const messages = messagesOf(call)
  if (messages.length === 0) return 'The prompt has no messages.'
  for (const [index, { author, content }] of messages.entries()) {
    if (typeof content !== 'string' || content === '') return `Message ${index} has no content.`
    if (index > 0 && author === messages[index - 1]?.author) return 'Messages must alternate between authors.'
  }
  const { temperature, candidateCount } = call.json as Record<string, number | undefined>
  if (temperature !== undefined && !(temperature >= 0 && temperature <= 1)) return 'temperature must be in [0.0, 1.0].'
  if (candidateCount !== undefined && !(candidateCount >= 1 && candidateCount <= 8))
    return 'candidateCount must be in [1, 8].'
  return undefined
}

function chat(call: VendorCall): Response {
  const content = call.behaviour.pieces.join('')
  const { candidateCount = 1 } = call.json as { candidateCount?: number }
  const candidates = Array.from({ length: candidateCount }, () => ({ author: '1', content }))
  return told({ candidates, messages: messagesOf(call) })
}
