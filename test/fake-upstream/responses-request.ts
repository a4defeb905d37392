import type { GenerationRequest } from './answer.ts'

/** What the fake reads of a request for a response. */
export interface ResponsesRequest {
  model?: string
  input?: string | InputItem[]
  instructions?: string | null
  include?: string[]
  max_output_tokens?: number | null
  metadata?: object
  parallel_tool_calls?: boolean
  previous_response_id?: string
  store?: boolean
  stream?: boolean
  temperature?: number
  top_p?: number
  tool_choice?: GenerationRequest['tool_choice']
  tools?: { type?: string; name?: string; parameters?: { properties?: Record<string, { type?: string }> } }[]
}

interface InputItem {
  type?: string
  role?: string
  content?: unknown
  call_id?: string
  output?: unknown
  encrypted_content?: string
}

/** The request as the plan of an answer wants it. */
export function plannedResponses(body: ResponsesRequest): GenerationRequest & { responses: ResponsesRequest } {
  const { input = [], instructions, max_output_tokens, tools, ...rest } = body
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  const messages = items.map(({ role = 'user', content, output }) => ({ role, content: content ?? output ?? '' }))
  return {
    ...rest,
    messages: instructions ? [{ role: 'system', content: instructions }, ...messages] : messages,
    max_tokens: max_output_tokens ?? null,
    tools: (tools ?? []).map(({ name = '', parameters }) => ({
      function: { name, ...(parameters ? { parameters } : {}) },
    })),
    responses: body,
  }
}

/** Documented ones, and `client_metadata`, which Codex sends. */
const FIELDS = new Set(
  (
    'background client_metadata context_management conversation include input instructions max_output_tokens ' +
    'max_tool_calls metadata model moderation parallel_tool_calls previous_response_id prompt prompt_cache_key ' +
    'prompt_cache_options prompt_cache_retention reasoning safety_identifier service_tier store stream stream_options ' +
    'temperature text tool_choice tools top_logprobs top_p truncation user fake'
  ).split(' '),
)
const PARTS: Record<string, string> = { user: 'input_text input_image input_file', assistant: 'output_text refusal' }
const REASONING = /^(?:o\d|gpt-5|codex)/
const MIN_TOKENS = 16

/** What is wrong with a request, in the words of the API; undefined = nothing. */
export function responsesRefusal(body: ResponsesRequest): Response | undefined {
  const unknown = Object.keys(body).find((name) => !FIELDS.has(name))
  if (unknown) return invalid(`Unknown parameter: '${unknown}'.`, unknown, 'unknown_parameter')
  const most = body.max_output_tokens
  if (typeof most === 'number' && most < MIN_TOKENS) {
    const message = `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= ${MIN_TOKENS}, but got ${most} instead.`
    return invalid(message, 'max_output_tokens', 'integer_below_min_value')
  }
  const reasons = REASONING.test(body.model ?? '')
  if (reasons && body.temperature !== undefined) {
    return invalid("Unsupported parameter: 'temperature' is not supported with this model.", 'temperature', null)
  }
  if (!reasons && body.include?.includes('reasoning.encrypted_content')) {
    return invalid('Encrypted content is not supported with this model.', 'include', null)
  }
  return typeof body.input === 'string' ? undefined : wrongItem(body.input ?? [])
}

function wrongItem(items: InputItem[]): Response | undefined {
  const calls = items.filter(({ type }) => type === 'function_call').map(({ call_id }) => call_id)
  const outputs = items.filter(({ type }) => type === 'function_call_output').map(({ call_id }) => call_id)
  const open = calls.find((id) => !outputs.includes(id))
  if (open) return invalid(`No tool output found for function call ${open}.`, 'input', null)
  const stray = outputs.find((id) => !calls.includes(id))
  if (stray) return invalid(`No tool call found for function call output with call_id ${stray}.`, 'input', null)
  for (const [index, { type, role = '', content, encrypted_content }] of items.entries()) {
    if (type === 'reasoning' && !encrypted_content?.startsWith('gAAAA')) {
      return invalid('The encrypted content could not be verified.', 'input', 'invalid_encrypted_content')
    }
    const wrong = Array.isArray(content) && content.find((part) => !(PARTS[role] ?? 'input_text').includes(part.type))
    if (wrong) {
      const field = `input[${index}].content[0]`
      return invalid(`Invalid value: '${wrong.type}'. Supported values are: ${PARTS[role]}.`, field, 'invalid_value')
    }
  }
  return undefined
}

function invalid(message: string, param: string, code: string | null): Response {
  return Response.json({ error: { message, type: 'invalid_request_error', param, code } }, { status: 400 })
}
