import { createHmac } from 'node:crypto'
import { PROMPT_TOKENS, startVendor, unknownField, type VendorCall, vendorStream } from './vendor.ts'

export const ZHIPU_KEY = '0123456789abcdef0123456789abcdef.AbCdEfGhIjKlMnOp'
const PATH = /^\/api\/paas\/v3\/model-api\/chatglm_\w+\/(invoke|sse-invoke)$/

/** Zhipu's third version. */
export const startFakeZhipu = () =>
  startVendor((call) => {
    const kind = PATH.exec(call.url.pathname)?.[1]
    if (!kind) return failure(1222, 'API unknown')
    const code = credentialProblem(call.request.headers.get('authorization') ?? '')
    if (code) return failure(code, 'Authorization Token非法')
    return problem(call) ?? answer(call, kind === 'sse-invoke')
  })

const failure = (code: number, msg: string) => Response.json({ code, msg, success: false })

function credentialProblem(token: string): number | undefined {
  const [id, secret = ''] = ZHIPU_KEY.split('.')
  const [head = '', payload = '', signature] = token.split('.')
  const expected = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url')
  if (signature !== expected) return 1002
  const { sign_type } = JSON.parse(Buffer.from(head, 'base64url').toString())
  const { api_key, exp, timestamp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  if (sign_type !== 'SIGN' || api_key !== id) return 1002
  // Milliseconds, and a signer whose clock is right.
  return exp > Date.now() && Math.abs(Date.now() - timestamp) < 60_000 ? undefined : 1003
}

function problem({ json, behaviour }: VendorCall): Response | undefined {
  if (behaviour.error) return failure(Number(behaviour.error), 'refused')
  const unknown = unknownField(json, 'prompt temperature top_p request_id incremental sseFormat')
  if (unknown) return failure(1210, `unknown ${unknown}`)
  const turns = (json.prompt ?? []) as { role: string; content: string }[]
  const isFair = turns.every(({ role, content }, index) => content && role === (index % 2 ? 'assistant' : 'user'))
  if (turns.length % 2 === 0 || !isFair) return failure(1214, 'prompt is illegal')
  const { temperature, top_p } = json as Record<string, number | undefined>
  const isWithin = [temperature, top_p].every((value) => value === undefined || (value > 0 && value < 1))
  return isWithin ? undefined : failure(1214, 'out of range')
}

function answer({ behaviour }: VendorCall, streamed: boolean): Response {
  const { pieces, errorAfter } = behaviour
  const counts = { prompt_tokens: PROMPT_TOKENS, completion_tokens: pieces.length }
  const usage = behaviour.usage === false ? {} : { usage: { ...counts, total_tokens: PROMPT_TOKENS + pieces.length } }
  const facts = { task_status: 'SUCCESS', ...usage, task_id: '831', request_id: '831' }
  if (!streamed) {
    const choices = [{ role: 'assistant', content: JSON.stringify(pieces.join('')) }]
    return Response.json({ code: 200, msg: '操作成功', data: { ...facts, choices }, success: true })
  }
  const event = (name: string, text: string, more = '') =>
    `event:${name}\nid:831\n${text
      .split('\n')
      .map((line) => `data:${line}\n`)
      .join('')}${more}\n`
  const events = pieces.map((piece) => event('add', piece))
  if (errorAfter) {
    const error = JSON.stringify({ code: errorAfter.code, msg: 'broken' })
    events.splice(errorAfter.pieces, events.length, event('error', error))
  } else events.push(event('finish', '', `meta:${JSON.stringify(facts)}\n`))
  return vendorStream(events, behaviour)
}
