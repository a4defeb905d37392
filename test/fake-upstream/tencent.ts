import { createHash, createHmac } from 'node:crypto'
import { PROMPT_TOKENS, startVendor, unknownField, type VendorCall, vendorStream } from './vendor.ts'

export const TENCENT_KEY = '1250000000|AKIDexample0000|secretExample00000'
const HOST = 'hunyuan.tencentcloudapi.com'
const CHAT_FIELDS = 'Model Messages Stream TopP Temperature Tools ToolChoice CustomTool Stop Seed'
const CREDENTIAL =
  /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/hunyuan\/tc3_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/

/** Tencent's Hunyuan behind an address that hands calls on: what is signed is the vendor's own host. */
export const startFakeTencent = () =>
  startVendor((call) => {
    const { request, behaviour } = call
    const refused = signatureProblem(call)
    if (refused) return failure(refused, 'The provided credentials could not be validated.')
    if (request.headers.get('x-tc-version') !== '2023-09-01') return failure('NoSuchVersion', 'no such version')
    if (behaviour.error) return failure(String(behaviour.error), 'refused')
    const action = request.headers.get('x-tc-action')
    if (action === 'GetEmbedding') return embeddings(call)
    if (action !== 'ChatCompletions') return failure('InvalidAction', 'no such action')
    const problem = problemOf(call)
    return problem ? failure('InvalidParameter', problem) : chat(call)
  })

/** Errors have status 200. */
const failure = (Code: string, Message: string) =>
  Response.json({ Response: { Error: { Code, Message }, RequestId: 'rq-fake' } })

function signatureProblem({ request, body }: VendorCall): string | undefined {
  const [, secretId, secretKey] = TENCENT_KEY.split('|')
  const [, id, date, signedHeaders = '', signature] = CREDENTIAL.exec(request.headers.get('authorization') ?? '') ?? []
  if (!signature) return 'AuthFailure.InvalidAuthorization'
  if (id !== secretId) return 'AuthFailure.SecretIdNotFound'
  const timestamp = Number(request.headers.get('x-tc-timestamp'))
  if (Math.abs(Date.now() / 1000 - timestamp) > 300) return 'AuthFailure.SignatureExpire'
  const names = signedHeaders.split(';')
  if (!names.includes('content-type') || !names.includes('host')) return 'AuthFailure.SignatureFailure'
  const value = (name: string) => (name === 'host' ? HOST : (request.headers.get(name) ?? '').toLowerCase())
  const headers = names.map((name) => `${name}:${value(name)}\n`).join('')
  const sha = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const canonical = `POST\n/\n\n${headers}\n${signedHeaders}\n${sha(body)}`
  const toSign = `TC3-HMAC-SHA256\n${timestamp}\n${date}/hunyuan/tc3_request\n${sha(canonical)}`
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date ?? ''), 'hunyuan'), 'tc3_request')
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'AuthFailure.SignatureFailure'
}

interface Message {
  Role: string
  Content?: string
  Contents?: { Type: string }[]
  ToolCalls?: { Id: string }[]
  ToolCallId?: string
}

function problemOf({ json }: VendorCall): string | undefined {
  const unknown = unknownField(json, CHAT_FIELDS)
  if (unknown) return `unknown parameter ${unknown}`
  if (((json.Temperature as number) ?? 0) > 2) return 'Temperature must be 2 or less'
  const messages = [...((json.Messages ?? []) as Message[])]
  if (messages[0]?.Role === 'system') messages.shift()
  let last = 'assistant'
  let open: string[] = []
  for (const { Role, Content, Contents, ToolCalls, ToolCallId } of messages) {
    const isNext =
      Role === 'assistant' ? last !== 'assistant' : last === 'assistant' || (Role === 'tool' && last === 'tool')
    if (!isNext) return `${Role} must not follow ${last}`
    if (!Content && !Contents && !ToolCalls) return 'Content is empty'
    if (Contents && !String(json.Model).includes('vision')) return 'the model does not take images'
    if (Role === 'tool' && !open.includes(ToolCallId ?? '')) return `no call has the id ${ToolCallId}`
    if (Role === 'assistant') open = (ToolCalls ?? []).map(({ Id }) => Id)
    last = Role
  }
  const tools = (json.Tools ?? []) as { Function: { Parameters: unknown } }[]
  if (tools.some((tool) => typeof tool.Function.Parameters !== 'string')) return 'Parameters must be a text'
  return last === 'assistant' ? 'the last message must be of the user' : undefined
}

function chat({ json, behaviour }: VendorCall): Response {
  const { pieces, tool, errorAfter } = behaviour
  const usage = (tokens: number) =>
    behaviour.usage === false
      ? {}
      : {
          Usage: { PromptTokens: PROMPT_TOKENS, CompletionTokens: tokens, TotalTokens: PROMPT_TOKENS + tokens },
        }
  const head = { Note: '以上内容为AI生成', Created: 1, Id: 'tc-fake' }
  const FinishReason = tool ? 'tool_calls' : 'stop'
  const call = (Arguments: string) => ({
    ToolCalls: [{ Id: 'call_tc', Type: 'function', Index: 0, Function: { Name: tool?.name, Arguments } }],
  })
  if (!json.Stream) {
    const said = tool ? { Content: '', ...call(tool.arguments) } : { Content: pieces.join('') }
    const Choices = [{ FinishReason, Message: { Role: 'assistant', ...said } }]
    return Response.json({ Response: { ...head, Choices, ...usage(pieces.length), RequestId: 'rq-fake' } })
  }
  const parts = tool ? (tool.arguments.match(/.{1,4}/g) ?? []) : pieces
  const frame = (delta: object, finish: string, tokens: number, more = {}) => {
    const Choices = [{ FinishReason: finish, Delta: { Role: 'assistant', ...delta } }]
    return `data: ${JSON.stringify({ ...head, Choices, ...usage(tokens), ...more })}\n\n`
  }
  const frames = parts.map((part, index) => frame(tool ? call(part) : { Content: part }, '', index + 1))
  if (errorAfter) {
    const ErrorMsg = { Msg: '服务内部错误', Code: errorAfter.code }
    frames.splice(errorAfter.pieces, frames.length, frame({ Content: '' }, 'sensitive', 1, { ErrorMsg }))
  } else frames.push(frame({ Content: '' }, FinishReason, pieces.length))
  return vendorStream(frames, behaviour)
}

function embeddings({ json }: VendorCall): Response {
  const texts = json.InputList as string[]
  const Data = texts.map((_, Index) => ({ Embedding: [0.1, Index], Index, Object: 'embedding' }))
  const tokens = texts.length * PROMPT_TOKENS
  return Response.json({ Response: { Data, Usage: { PromptTokens: tokens, TotalTokens: tokens }, RequestId: 'rq' } })
}
