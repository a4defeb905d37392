import {
  PROMPT_TOKENS,
  startVendor,
  unknownField,
  type VendorBehaviour,
  type VendorCall,
  vendorStream,
} from './vendor.ts'

export const BAIDU_KEY = 'demoAK|demoSK-secret'
const CHAT_FIELDS =
  'messages system stream temperature top_p penalty_score stop max_output_tokens user_id functions disable_search enable_citation'
const MESSAGES: Record<number, string> = {
  18: 'Open api qps request limit reached',
  110: 'Access token invalid or no longer valid',
  111: 'Access token expired',
  336100: 'the server is currently experiencing high load, please try again later',
}

/** Baidu's Wenxin workshop, as strict as it is said to be. `expire` ends all tokens; `bought` counts them. */
export function startFakeBaidu() {
  let bought = 0
  let good = ''
  const vendor = startVendor((call) => {
    if (call.url.pathname === '/oauth/2.0/token') return buy(call)
    const token = call.url.searchParams.get('access_token')
    if (token !== good) return failure(token?.startsWith('24.') ? 111 : 110)
    if (call.behaviour.error) return failure(Number(call.behaviour.error))
    const [kind, endpoint] = call.url.pathname.split('/').slice(-2)
    if (kind === 'embeddings') return embeddings(call)
    if (kind !== 'chat' || endpoint !== 'completions_pro') return failure(336005, 'unknown api name')
    return problem(call) ?? chat(call)
  })
  function buy({ request, url, body }: VendorCall): Response {
    const { grant_type, client_id, client_secret } = Object.fromEntries(url.searchParams)
    const isJson = request.headers.get('content-type') === 'application/json'
    if (request.method !== 'POST' || !isJson || body.length > 0 || grant_type !== 'client_credentials') {
      return Response.json({ error: 'invalid_request', error_description: 'bad token request' }, { status: 400 })
    }
    const [id, secret] = BAIDU_KEY.split('|')
    if (client_id !== id) return denied('unknown client id')
    if (client_secret !== secret) return denied('Client authentication failed')
    good = `24.token-${++bought}.2592000.1719835200`
    return Response.json({ access_token: good, expires_in: 2_592_000, refresh_token: '25.x', scope: 'public' })
  }
  return {
    ...vendor,
    get bought() {
      return bought
    },
    expire() {
      good = 'none'
    },
  }
}

const denied = (text: string) => Response.json({ error: 'invalid_client', error_description: text }, { status: 401 })

/** Errors have status 200. */
const failure = (error_code: number, error_msg = MESSAGES[error_code] ?? 'error') =>
  Response.json({ error_code, error_msg })

function problem({ json }: VendorCall): Response | undefined {
  const unknown = unknownField(json, CHAT_FIELDS)
  if (unknown) return failure(336003, `unknown field ${unknown}`)
  const messages = (json.messages ?? []) as { role: string; content: unknown; function_call?: unknown }[]
  if (messages.length % 2 === 0) return failure(336003, 'the length of messages must be an odd number')
  for (const [index, { role, content, function_call }] of messages.entries()) {
    const expected = index % 2 === 0 ? ['user', 'function'] : ['assistant']
    if (!expected.includes(role)) return failure(336003, `the role of message ${index} must be ${expected}`)
    if (typeof content !== 'string' || (!content && !function_call)) return failure(336003, 'content is empty')
  }
  const { temperature, penalty_score, max_output_tokens } = json as Record<string, number | undefined>
  if (temperature !== undefined && !(temperature > 0 && temperature <= 1)) return failure(336003, 'bad temperature')
  if (penalty_score !== undefined && !(penalty_score >= 1 && penalty_score <= 2)) return failure(336003, 'bad penalty')
  if (max_output_tokens !== undefined && max_output_tokens < 2) return failure(336003, 'bad max_output_tokens')
  return undefined
}

const usageOf = ({ usage }: VendorBehaviour, completion: number) =>
  usage === false
    ? {}
    : {
        usage: {
          prompt_tokens: PROMPT_TOKENS,
          completion_tokens: completion,
          total_tokens: PROMPT_TOKENS + completion,
        },
      }

function chat({ json, behaviour }: VendorCall): Response {
  const { pieces, tool, errorAfter } = behaviour
  const head = { id: 'as-fake', object: 'chat.completion', created: 1, is_truncated: false, need_clear_history: false }
  const calls =
    tool && json.functions ? { function_call: { ...tool, thoughts: 'hm' }, finish_reason: 'function_call' } : {}
  if (!json.stream) {
    const result = tool ? '' : pieces.join('')
    return Response.json({ ...head, result, finish_reason: 'normal', ...calls, ...usageOf(behaviour, pieces.length) })
  }
  if (tool) {
    const only = { ...head, sentence_id: 0, is_end: true, result: '', ...calls, ...usageOf(behaviour, pieces.length) }
    return vendorStream([`data: ${JSON.stringify(only)}\n\n`], behaviour)
  }
  const frames = pieces.map((result, index) => {
    const is_end = index === pieces.length - 1
    const frame = { ...head, sentence_id: index, is_end, result, ...usageOf(behaviour, index + 1) }
    return `data: ${JSON.stringify(frame)}\n\n`
  })
  if (errorAfter) {
    const error = { error_code: errorAfter.code, error_msg: MESSAGES[Number(errorAfter.code)] }
    frames.splice(errorAfter.pieces, frames.length, `${JSON.stringify(error)}\n`)
  }
  return vendorStream(frames, behaviour)
}

function embeddings({ json }: VendorCall): Response {
  if (!Array.isArray(json.input)) return failure(336003, 'input must be an array')
  const data = json.input.map((_, index) => ({ object: 'embedding', embedding: [0.5, -index], index })).reverse()
  const tokens = json.input.length * PROMPT_TOKENS
  return Response.json({ object: 'embedding_list', data, usage: { prompt_tokens: tokens, total_tokens: tokens } })
}
