import { completionTokens } from './answer.ts'
import { behaviourIn, type Vendor } from './cloud-vendor.ts'
import { type Dialect, generate, type StreamEvent } from './generate.ts'

/**
 * The chat of a bot at Coze. Source: docs.coze.cn/developer_guides/chat_v3. The behaviour is written in the key. Errors
 * come with status 200 and a code.
 */
export const coze: Vendor = ({ path, request, body, invoice }) => {
  if (path !== '/v3/chat') return undefined
  const key = /^Bearer (pat_.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!key || key.startsWith('pat_bad')) return refusal(4100, 'authentication is invalid')
  const behaviour = behaviourIn(key)
  if (behaviour.error) return refusal(...(ERRORS[behaviour.error] ?? ([5000, 'internal error'] as const)))
  const problem = problemOf(body)
  if (problem) return refusal(4000, `Request parameter error: ${problem}`)
  const said = body.additional_messages as { content: string }[]
  const asked = { model: key, messages: said.map(({ content }) => ({ role: 'user', content })), stream: true }
  return generate(chat, { request, path, apiKey: key, body: asked, behaviour, invoice })
}

const refusal = (code: number, msg: string) => Response.json({ code, msg, detail: { logid: '2024' } })

const ERRORS: Record<string, readonly [number, string]> = {
  400: [4000, 'Request parameter error'],
  429: [4013, 'the request rate is too high'],
  quota: [4028, 'the free quota has been used up'],
  gone: [4200, 'Requested resource bot_id=1 does not exist'],
}

const FIELDS =
  'bot_id user_id stream auto_save_history additional_messages custom_variables meta_data extra_params'.split(' ')

function problemOf(body: Record<string, unknown>): string | undefined {
  const unknown = Object.keys(body).find((name) => !FIELDS.includes(name))
  if (unknown) return `${unknown} is not known`
  if (!/^\d+$/.test(String(body.bot_id))) return 'bot_id'
  if (typeof body.user_id !== 'string' || body.user_id === '') return 'user_id'
  if (body.stream !== true && body.auto_save_history === false) return 'auto_save_history must be true without a stream'
  const messages = body.additional_messages as Record<string, unknown>[]
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > 100) return 'additional_messages'
  const wrong = messages.find(
    ({ role, type, content, content_type }) =>
      !((role === 'user' && type === 'question') || (role === 'assistant' && type === 'answer')) ||
      typeof content !== 'string' ||
      content === '' ||
      !['text', 'object_string'].includes(String(content_type)),
  )
  return wrong ? `additional_messages: ${JSON.stringify(wrong)}` : undefined
}

const chat: Dialect = {
  idPrefix: '',
  end: [{ name: 'done', data: '"[DONE]"', tokens: 0 }],
  json: () => ({}),
  *events(answer, { id, created, withUsage }) {
    const head = { conversation_id: 'c1', bot_id: 'b1' }
    const state = { id, ...head, created_at: created, last_error: { code: 0, msg: '' } }
    const message = (type: string, content: string, more: object = {}) => ({
      id: `m-${type}`,
      ...head,
      role: 'assistant',
      type,
      content,
      content_type: 'text',
      chat_id: id,
      ...more,
    })
    yield event('conversation.chat.created', { ...state, status: 'created' })
    yield event('conversation.chat.in_progress', { ...state, status: 'in_progress' })
    yield event('conversation.message.completed', message('function_call', '{"name":"search","arguments":{}}'))
    if (answer.reasoningTokens > 0)
      yield event('conversation.message.delta', message('answer', '', { reasoning_content: 'Let me see. ' }))
    for (const piece of answer.pieces)
      yield { ...event('conversation.message.delta', message('answer', piece)), tokens: 1 }
    yield event('conversation.message.completed', message('answer', answer.pieces.join('')))
    yield event('conversation.message.completed', message('verbose', '{"msg_type":"generate_answer_finish"}'))
    yield event('conversation.message.completed', message('follow_up', 'And what else?'))
    const input_count = answer.promptTokens
    const output_count = completionTokens(answer)
    const usage = { token_count: input_count + output_count, input_count, output_count }
    yield event('conversation.chat.completed', { ...state, status: 'completed', ...(withUsage ? { usage } : {}) })
  },
}

const event = (name: string, fields: object): StreamEvent => ({ name, data: JSON.stringify(fields), tokens: 0 })
