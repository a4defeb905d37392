import { type Answer, completionTokens, type GenerationRequest } from './answer.ts'
import { behaviourIn, type Vendor, type VendorCall } from './cloud-vendor.ts'
import { type Dialect, generate, type StreamEvent } from './generate.ts'
import { countTokens } from './words.ts'

/** Cohere's API. Source: docs.cohere.com/reference and recorded streams. */
export const cohere: Vendor = (call) => {
  const { path, request, body } = call
  if (!['/v2/chat', '/v2/embed', '/v2/rerank', '/v1/models'].includes(path)) return undefined
  const key = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!key) return refusal(401, 'no api key supplied')
  if (key.startsWith('bad')) return refusal(401, 'invalid api token')
  if (path === '/v1/models') return Response.json({ models: MODELS.map((name) => ({ name, endpoints: ['chat'] })) })
  const behaviour = behaviourIn(body.model)
  if (behaviour.error) return errorOf(behaviour.error)
  if (path === '/v2/rerank') return rerank(call)
  if (path === '/v2/embed') return embed(body)
  const problem = problemOf(body)
  if (problem) return refusal(400, `invalid request: ${problem}`)
  return generate(chat, { request, path, apiKey: key, body: asOpenAI(body), behaviour, invoice: call.invoice })
}

/** https://docs.cohere.com/reference/embed */
function embed({ texts, input_type, embedding_types }: Record<string, unknown>): Response {
  if (!Array.isArray(texts) || texts.length === 0) return refusal(400, 'valid texts must be provided.')
  if (!input_type) return refusal(400, 'valid input_type must be provided with the provided model')
  const float = texts.map((text) => [String(text).length, 0.5])
  const types = Array.isArray(embedding_types) ? embedding_types : ['float']
  if (types.some((type) => type !== 'float')) return refusal(400, 'this fake embeds floats only')
  const meta = { api_version: { version: '2' }, billed_units: { input_tokens: countTokens(texts.join(' ')) } }
  return Response.json({ id: 'fake', embeddings: { float }, texts, meta, response_type: 'embeddings_by_type' })
}

export const MODELS = ['command-a-03-2025', 'rerank-v3.5']

const refusal = (status: number, message: string) => Response.json({ id: 'fake', message }, { status })

const ERRORS: Record<string, [number, string]> = {
  400: [400, 'invalid request: message must be at least 1 token long or tool results must be specified.'],
  402: [402, 'Please add or update your payment method at https://dashboard.cohere.com/billing'],
  429: [429, 'Please wait and try again later'],
  trial: [
    429,
    'You are using a Trial key, which is limited to 1000 API calls / month. You can continue to use the Trial key for free or upgrade to a Production key.',
  ],
  498: [498, 'input blocked by safety filters'],
}
const errorOf = (which: number | string) =>
  refusal(...(ERRORS[which] ?? [Number(which) || 500, 'internal server error']))

const FIELDS =
  'model messages stream tools tool_choice strict_tools documents citation_options response_format safety_mode max_tokens stop_sequences temperature seed frequency_penalty presence_penalty k p logprobs thinking'.split(
    ' ',
  )
const ROLES = ['system', 'user', 'assistant', 'tool']

interface Message {
  role: string
  content?: unknown
  tool_calls?: { id: string; function: { arguments: string } }[]
  tool_call_id?: string
}

/** What is wrong with a chat, as strictly as the API says it. */
function problemOf(body: Record<string, unknown>): string | undefined {
  const unknown = Object.keys(body).find((name) => !FIELDS.includes(name))
  if (unknown) return `unknown field: parameter '${unknown}' is not a valid field`
  const { temperature, p, tools, tool_choice, response_format, stop_sequences } = body
  if (typeof temperature === 'number' && temperature > 1) return 'temperature must be between 0 and 1.0 inclusive.'
  if (typeof p === 'number' && !(p >= 0.01 && p <= 0.99)) return 'p must be between 0.01 and 0.99 inclusive.'
  if (((stop_sequences ?? []) as string[]).length > 5) return 'too many stop sequences'
  if (tool_choice !== undefined && tool_choice !== 'REQUIRED' && tool_choice !== 'NONE') return 'invalid tool_choice'
  if (tools && response_format) return 'response_format is not supported with tools'
  const names = ((tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name)
  if (names.some((name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)))
    return 'tool names can only contain certain characters'
  const messages = (body.messages ?? []) as Message[]
  if (messages.length === 0) return 'messages must not be empty'
  let open: string[] = []
  for (const { role, content, tool_calls, tool_call_id } of messages) {
    if (!ROLES.includes(role)) return `unknown role ${role}`
    if (role !== 'assistant' && (content === '' || content === undefined)) return `${role} message must have content`
    if (role === 'tool' && !open.includes(tool_call_id ?? ''))
      return 'tool_call_id not found in the previous tool calls'
    if (role === 'user' && open.length > 0) return 'tool calls must be followed by tool results'
    open = role === 'tool' ? open.filter((id) => id !== tool_call_id) : open
    if (role === 'assistant') open = (tool_calls ?? []).map(({ id }) => id)
  }
  return undefined
}

function asOpenAI(body: Record<string, unknown>): GenerationRequest {
  return { ...body, tool_choice: body.tool_choice === 'REQUIRED' ? 'required' : 'auto' } as GenerationRequest
}

const REASONS = { stop: 'COMPLETE', length: 'MAX_TOKENS', tool_calls: 'TOOL_CALL' }

/** Tokens count the hidden template, too, and are not what is charged. */
function usageOf(answer: Answer) {
  const output_tokens = completionTokens(answer)
  return {
    billed_units: { input_tokens: answer.promptTokens, output_tokens },
    tokens: { input_tokens: answer.promptTokens + 495, output_tokens: output_tokens + 3 },
    cached_tokens: 448,
  }
}

const chat: Dialect = {
  idPrefix: '',
  json(answer, { id, withUsage }) {
    const text = answer.pieces.join('')
    const call = answer.tool && {
      id: answer.tool.id,
      type: 'function',
      function: { name: answer.tool.name, arguments: text },
    }
    return {
      id,
      message: {
        role: 'assistant',
        ...(call ? { tool_plan: 'I will look.', tool_calls: [call] } : { content: [{ type: 'text', text }] }),
      },
      finish_reason: REASONS[answer.finish],
      ...(withUsage ? { usage: usageOf(answer) } : {}),
    }
  },
  *events(answer, { id, withUsage }) {
    yield event('message-start', { id, delta: { message: { role: 'assistant', content: [], tool_plan: '' } } })
    if (answer.tool) {
      yield event('tool-plan-delta', message({ tool_plan: 'I will look.' }))
      const called = { id: answer.tool.id, type: 'function', function: { name: answer.tool.name, arguments: '' } }
      yield event('tool-call-start', { index: 0, ...message({ tool_calls: called }) })
      for (const text of answer.pieces) {
        const more = message({ tool_calls: { function: { arguments: text } } })
        yield { ...event('tool-call-delta', { index: 0, ...more }), tokens: 1 }
      }
      yield event('tool-call-end', { index: 0 })
    } else {
      yield event('content-start', { index: 0, ...message({ content: { type: 'text', text: '' } }) })
      for (const text of answer.pieces) {
        yield { ...event('content-delta', { index: 0, ...message({ content: { text } }) }), tokens: 1 }
      }
      yield event('content-end', { index: 0 })
    }
    const delta = { finish_reason: REASONS[answer.finish], ...(withUsage ? { usage: usageOf(answer) } : {}) }
    yield event('message-end', { delta })
  },
}

const message = (fields: object) => ({ delta: { message: fields } })

function event(type: string, fields: object): StreamEvent {
  return { name: type, data: JSON.stringify({ type, ...fields }), tokens: 0 }
}

/** Documents that hold more of the query's words come first. */
function rerank({ body }: VendorCall): Response {
  const { query, documents, top_n, return_documents } = body as {
    query?: string
    documents?: unknown[]
    top_n?: number
    return_documents?: unknown
  }
  if (!query || !documents?.length) return refusal(400, 'invalid request: query and documents are required')
  if (return_documents !== undefined)
    return refusal(400, "unknown field: parameter 'return_documents' is not a valid field")
  if (!documents.every((document) => typeof document === 'string')) return refusal(400, 'documents must be strings')
  const words = query.split(/\s+/)
  const results = documents
    .map((document, index) => {
      const shared = words.filter((word) => String(document).includes(word)).length
      return { index, relevance_score: shared / Math.max(1, countTokens(query)) }
    })
    .sort((a, b) => b.relevance_score - a.relevance_score)
    .slice(0, top_n ?? documents.length)
  return Response.json({
    id: 'fake',
    results,
    meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
  })
}
