import { completionTokens } from './answer.ts'
import { behaviourIn, type Vendor } from './cloud-vendor.ts'
import { type Dialect, generate, type StreamEvent } from './generate.ts'

/** The chat of an app at Dify. Source: docs.dify.ai/api-reference. The behaviour is written in the key: it is the app. */
export const dify: Vendor = ({ path, request, body, invoice }) => {
  if (path !== '/v1/chat-messages') return undefined
  const key = /^Bearer (app-.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!key || key.startsWith('app-bad')) return refusal(401, 'unauthorized', 'Access token is invalid')
  const behaviour = behaviourIn(key)
  if (behaviour.error) return errorOf(behaviour.error)
  const problem = problemOf(body)
  if (problem) return refusal(400, 'invalid_param', problem)
  const stream = body.response_mode === 'streaming'
  const asked = { model: key, messages: [{ role: 'user', content: body.query }], stream }
  const answer = generate(chat, { request, path, apiKey: key, body: asked, behaviour, invoice })
  return stream ? answer.then(withPings) : answer
}

const refusal = (status: number, code: string, message: string) => Response.json({ code, message, status }, { status })

const ERRORS: Record<string, [number, string, string]> = {
  400: [400, 'invalid_param', 'Arg user must be provided.'],
  quota: [400, 'provider_quota_exceeded', 'Your quota for Dify Hosted OpenAI has been exhausted.'],
  not_chat: [400, 'not_chat_app', 'Please check if your app mode matches the right API route.'],
  agent: [400, 'invalid_param', 'Agent Chat App does not support blocking mode'],
  429: [429, 'too_many_requests', 'Too many requests. Please try again later.'],
}
const errorOf = (which: number | string) =>
  refusal(...(ERRORS[which] ?? [500, 'internal_server_error', 'Internal server error']))

const FIELDS = 'query inputs response_mode user conversation_id files auto_generate_name workflow_id trace_id'.split(
  ' ',
)

function problemOf(body: Record<string, unknown>): string | undefined {
  const unknown = Object.keys(body).find((name) => !FIELDS.includes(name))
  if (unknown) return `${unknown} is not known`
  if (typeof body.query !== 'string' || body.query === '') return 'query is required'
  if (typeof body.inputs !== 'object') return 'inputs is required in input form'
  if (!['streaming', 'blocking'].includes(String(body.response_mode))) return 'response_mode is invalid'
  if (typeof body.user !== 'string' || body.user === '') return 'Arg user must be provided.'
  const files = (body.files ?? []) as { transfer_method: string; url?: string }[]
  const isWrong = files.some(({ transfer_method, url }) => transfer_method === 'remote_url' && !url?.startsWith('http'))
  return isWrong ? 'Invalid file url' : undefined
}

const chat: Dialect = {
  idPrefix: '',
  end: [{ data: '{"event":"workflow_finished","task_id":"t1","data":{"status":"succeeded"}}', tokens: 0 }],
  json(answer, { id, created, withUsage }) {
    return {
      event: 'message',
      task_id: 't1',
      id,
      message_id: id,
      conversation_id: 'c1',
      mode: 'chat',
      answer: answer.pieces.join(''),
      metadata: { ...(withUsage ? { usage: usageOf(answer) } : {}), retriever_resources: [] },
      created_at: created,
    }
  },
  *events(answer, { id, created, withUsage }) {
    const head = { task_id: 't1', message_id: id, conversation_id: 'c1' }
    yield event('workflow_started', { ...head, workflow_run_id: 'w1', data: {} })
    for (const piece of answer.pieces) {
      yield { ...event('message', { ...head, answer: piece, created_at: created }), tokens: 1 }
    }
    yield event('message_end', { ...head, id, metadata: withUsage ? { usage: usageOf(answer) } : {} })
  },
}

function usageOf(answer: Parameters<typeof completionTokens>[0]) {
  const completion_tokens = completionTokens(answer)
  const prompt_tokens = answer.promptTokens
  const total_tokens = prompt_tokens + completion_tokens
  return { prompt_tokens, completion_tokens, total_tokens, total_price: '0.001', currency: 'USD', latency: 0.1 }
}

const event = (name: string, fields: object): StreamEvent => ({
  data: JSON.stringify({ event: name, ...fields }),
  tokens: 0,
})

const PING = 'event: ping\n\n'
/** An event that is no JSON becomes the one that tells of an error. */
const ERROR =
  'data: {"event":"error","task_id":"t1","status":400,"code":"completion_request_error","message":"the model broke"}\n\n'

/** Pings are names without data. */
function withPings(answer: Response): Response {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()]
  const pinged = new TransformStream<Uint8Array, Uint8Array>({
    transform(event, controller) {
      const text = decoder.decode(event)
      if (text.endsWith('}\n\n')) controller.enqueue(encoder.encode(PING + text))
      else {
        controller.enqueue(encoder.encode(ERROR))
        controller.terminate()
      }
    },
  })
  return new Response(answer.body?.pipeThrough(pinged), { headers: answer.headers })
}
