import { type Answer, completionTokens, type GenerationRequest } from './answer.ts'
import type { Dialect, Envelope, StreamEvent } from './generate.ts'

/** POST /v1/messages. Source: platform.claude.com/docs/en/api/messages and recorded streams. */
export const messages: Dialect = {
  idPrefix: 'msg_',
  end: [],

  json(answer, { id, model, asked }) {
    return {
      id,
      type: 'message',
      role: 'assistant',
      model,
      content: [
        ...(answer.reasoningTokens > 0 ? [{ type: 'thinking', thinking: THOUGHT, signature: SIGNATURE }] : []),
        answer.tool
          ? { type: 'tool_use', id: answer.tool.id, name: answer.tool.name, input: JSON.parse(answer.pieces.join('')) }
          : { type: 'text', text: answer.pieces.join('') },
      ],
      stop_reason: stopReason(answer),
      stop_sequence: null,
      usage: {
        ...inputUsage(answer),
        output_tokens: completionTokens(answer),
        service_tier: 'standard',
        ...tierOf(asked),
      },
    }
  },

  *events(answer, { id, model, withUsage, asked }) {
    const usage = withUsage ? { usage: { ...inputUsage(answer), output_tokens: 1, ...tierOf(asked) } } : {}
    const message = {
      id,
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
    }
    yield event('message_start', { message: { ...message, ...usage } })
    yield event('ping', {})
    // A block of thinking comes first, so that the block of the answer is not number 0.
    yield event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } })
    if (answer.reasoningTokens > 0)
      yield event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: THOUGHT } })
    yield event('content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: SIGNATURE } })
    yield event('content_block_stop', { index: 0 })
    const block = answer.tool ? { type: 'tool_use', ...answer.tool, input: {} } : { type: 'text', text: '' }
    yield event('content_block_start', { index: 1, content_block: block })
    if (answer.tool)
      yield event('content_block_delta', { index: 1, delta: { type: 'input_json_delta', partial_json: '' } })
    for (const piece of answer.pieces) {
      const delta = answer.tool
        ? { type: 'input_json_delta', partial_json: piece }
        : { type: 'text_delta', text: piece }
      yield { ...event('content_block_delta', { index: 1, delta }), tokens: 1 }
    }
    yield event('content_block_stop', { index: 1 })
    const delta = { stop_reason: stopReason(answer), stop_sequence: null }
    yield event('message_delta', { delta, ...(withUsage && { usage: { output_tokens: completionTokens(answer) } }) })
    yield event('message_stop', {})
  },
}

const SIGNATURE = 'EqFake='
const THOUGHT = 'Let me see.'

function event(type: string, fields: object): StreamEvent {
  return { name: type, data: JSON.stringify({ type, ...fields }), tokens: 0 }
}

/** Cached input is not part of `input_tokens`. */
function inputUsage({ promptTokens, cachedTokens }: Answer) {
  return {
    input_tokens: promptTokens - cachedTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedTokens,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  }
}

/** Source: platform.claude.com/docs/en/build-with-claude/fast-mode and …/data-residency. */
const tierOf = ({ speed, inference_geo }: Envelope['asked']) => ({
  ...(speed && { speed }),
  ...(inference_geo && { inference_geo }),
})

const stopReason = ({ finish }: Answer) => ({ stop: 'end_turn', length: 'max_tokens', tool_calls: 'tool_use' })[finish]

const FIELDS =
  'model max_tokens messages system stop_sequences stream temperature top_p top_k tools tool_choice metadata thinking output_config service_tier speed inference_geo'.split(
    ' ',
  )

interface Block {
  type?: string
  text?: string
  id?: string
  tool_use_id?: string
  signature?: string
  data?: string
}

/** Fields that are known with a beta, by the beginning of its name. */
const BETA_FIELDS: Record<string, string> = { context_management: 'context-management-' }

/** What is wrong with a request, as strictly and in the words as the API says it; undefined = nothing. */
export function refusalOf(request: Request, body: GenerationRequest): Response | undefined {
  if (!request.headers.get('anthropic-version')) return invalid('anthropic-version: header is required')
  const betas = request.headers.get('anthropic-beta') ?? ''
  const isKnown = (name: string) => FIELDS.includes(name) || betas.includes(BETA_FIELDS[name] ?? 'none')
  const unknown = Object.keys(body).find((name) => !isKnown(name))
  if (unknown) return invalid(`${unknown}: Extra inputs are not permitted`)
  if (typeof body.max_tokens !== 'number') return invalid('max_tokens: Field required')
  const turns = (body.messages ?? []) as MessageTurn[]
  if (turns.length === 0) return invalid('messages: at least one message is required')
  if (turns[0]?.role !== 'user') return invalid('messages: first message must use the "user" role')
  const marks = JSON.stringify(body).split('"cache_control":{').length - 1
  if (marks > 4) return invalid(`A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`)
  const unproven = stateProblem(turns, (body as { thinking?: { type?: string } }).thinking?.type === 'enabled')
  if (unproven) return invalid(unproven)
  let open: string[] = []
  for (const { role, content } of turns) {
    if (role === 'system' && betas.includes('mid-conversation-system-')) continue
    if (role !== 'user' && role !== 'assistant') return invalid(`messages: Unexpected role "${role}"`)
    const blocks = blocksOf(content)
    if (blocks.some(({ type, text }) => type === 'text' && !text?.trim())) {
      return invalid('messages: text content blocks must be non-empty')
    }
    const answered = blocks.filter(({ type }) => type === 'tool_result').map(({ tool_use_id }) => tool_use_id)
    const missing = open.find((id) => !answered.includes(id))
    if (missing)
      return invalid(`messages: tool_use ids were found without tool_result blocks immediately after: ${missing}`)
    open = blocks.flatMap(({ type, id }: Block) => (type === 'tool_use' && id ? [id] : []))
  }
  return undefined
}

type MessageTurn = { role: string; content: string | Block[] }

/**
 * Thoughts must be the model's own, ids have few letters, and with a budget for thinking a turn of tools begins with a
 * thought: https://platform.claude.com/docs/en/build-with-claude/extended-thinking
 */
function stateProblem(turns: readonly MessageTurn[], thinks: boolean): string | undefined {
  for (const [index, { content }] of turns.entries()) {
    for (const [at, { type, signature, data, id, tool_use_id }] of blocksOf(content).entries()) {
      const place = `messages.${index}.content.${at}`
      if (type === 'thinking' && signature !== SIGNATURE) return `${place}: Invalid \`signature\` in \`thinking\` block`
      if (type === 'redacted_thinking' && !data?.startsWith('EqRedacted'))
        return `${place}: Invalid \`data\` in \`redacted_thinking\` block`
      const named = type === 'tool_use' ? id : type === 'tool_result' ? tool_use_id : undefined
      if (named !== undefined && !/^[a-zA-Z0-9_-]+$/.test(named))
        return `${place}.${type}.id: String should match pattern '^[a-zA-Z0-9_-]+$'`
    }
  }
  const [last, answer] = turns.slice(-2).map(({ content }) => blocksOf(content))
  const goesOn = answer?.some(({ type }) => type === 'tool_result')
  const first = last?.[0]?.type ?? ''
  return thinks && goesOn && !first.includes('thinking')
    ? `messages.${turns.length - 2}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\`.`
    : undefined
}

const blocksOf = (content: string | Block[]): Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

/** In this API's shape of errors. */
export const invalid = (message: string) => failure(400, 'invalid_request_error', message)

const TYPES: Record<string, [number, string, string]> = {
  400: [
    400,
    'invalid_request_error',
    'max_tokens: 999999 > 64000, which is the maximum allowed number of output tokens',
  ],
  401: [401, 'authentication_error', 'invalid x-api-key'],
  403: [403, 'permission_error', 'Your API key does not have permission to use the specified resource.'],
  404: [404, 'not_found_error', 'model: claude-none'],
  429: [429, 'rate_limit_error', 'This request would exceed your organization’s rate limit.'],
  500: [500, 'api_error', 'Internal server error'],
  529: [529, 'overloaded_error', 'Overloaded'],
}

/** The answer for an error by status. */
export function messagesError(which: number | string): Response {
  const [status, type, message] = TYPES[which] ?? [Number(which) || 500, 'api_error', `Refused: ${which}`]
  return failure(status, type, message)
}

function failure(status: number, type: string, message: string): Response {
  return Response.json({ type: 'error', error: { type, message }, request_id: 'req_fake' }, { status })
}
