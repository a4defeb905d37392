import { createHmac } from 'node:crypto'
import { PROMPT_TOKENS, unknownField, type VendorBehaviour } from './vendor.ts'

export const SPARK_KEY = '12345|ZGVtb2FwaXNlY3JldDAwMDAwMDAw|demoapikey00000000000000000000ff'
const DOMAINS: Record<string, string> = {
  '/v1.1/chat': 'lite',
  '/v2.1/chat': 'generalv2',
  '/v3.1/chat': 'generalv3',
  '/v3.5/chat': 'generalv3.5',
  '/v4.0/chat': '4.0Ultra',
}
const MESSAGES: Record<number, string> = {
  10007: 'user traffic limited',
  10013: 'input content is rejected: (SparkEngineError)',
  11200: 'AppIdNoAuthError',
}
const PIECES = ['你', '好', '！']

interface Asked {
  path: string
  frame: Record<string, unknown>
}

/** iFlytek's Spark: a WebSocket at a signed address, one question a connection, which it leaves open. */
export function startFakeSpark() {
  const asked: Asked[] = []
  let behaviour: VendorBehaviour = {}
  /** Connections that were closed from the other side. */
  let closed = 0
  const server = Bun.serve<{ path: string }, never>({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request, server) {
      const refused = handshakeProblem(request)
      if (refused) return refused
      const { pathname: path } = new URL(request.url)
      return server.upgrade(request, { data: { path } }) ? undefined : new Response(null, { status: 400 })
    },
    websocket: {
      message(socket, text) {
        const frame = JSON.parse(String(text))
        asked.push({ path: socket.data.path, frame })
        const { cutAfter, stallAfter } = behaviour
        const frames = framesOf(frame, socket.data.path, behaviour)
        for (const one of frames.slice(0, cutAfter ?? stallAfter)) socket.send(JSON.stringify(one))
        if (cutAfter !== undefined) setTimeout(() => socket.terminate(), 10)
      },
      close() {
        closed += 1
      },
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    asked,
    get closed() {
      return closed
    },
    behave(wanted: VendorBehaviour) {
      behaviour = wanted
    },
    stop: () => server.stop(true),
  }
}

function handshakeProblem(request: Request): Response | undefined {
  const { searchParams, pathname, host } = new URL(request.url)
  const denied = (message: string, status = 401) => Response.json({ message }, { status })
  const authorization = searchParams.get('authorization')
  if (!authorization) return denied('Unauthorized')
  const [, secret = '', apiKey] = SPARK_KEY.split('|')
  const origin = Buffer.from(authorization, 'base64').toString()
  const given = Object.fromEntries([...origin.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
  if (given.api_key !== apiKey || given.algorithm !== 'hmac-sha256' || given.headers !== 'host date request-line') {
    return denied('HMAC signature cannot be verified')
  }
  const date = searchParams.get('date') ?? ''
  if (!(Math.abs(Date.now() - Date.parse(date)) < 300_000)) {
    return denied('HMAC signature cannot be verified, a valid date or x-date header is required', 403)
  }
  const text = `host: ${host}\ndate: ${date}\nGET ${pathname} HTTP/1.1`
  const signature = createHmac('sha256', secret).update(text).digest('base64')
  const isRight = signature === given.signature && searchParams.get('host') === host
  return isRight ? undefined : denied('HMAC signature does not match')
}

function framesOf(frame: Record<string, unknown>, path: string, behaviour: VendorBehaviour): object[] {
  const header = { code: 0, message: 'Success', sid: 'cht000fake@dx01' }
  const failure = (code: number, message = MESSAGES[code] ?? 'error') => ({
    header: { ...header, code, message, status: 2 },
  })
  const problem = problemOf(frame, path)
  if (problem) return [failure(10005, problem)]
  if (behaviour.error) return [failure(Number(behaviour.error))]
  const { pieces = PIECES, tool, errorAfter } = behaviour
  const counts = { question_tokens: 1, prompt_tokens: PROMPT_TOKENS, completion_tokens: pieces.length }
  const usage =
    behaviour.usage === false ? {} : { usage: { text: { ...counts, total_tokens: PROMPT_TOKENS + pieces.length } } }
  const hasFunctions = Boolean((frame.payload as { functions?: unknown }).functions)
  const texts: object[] =
    tool && hasFunctions ? [{ content: '', function_call: tool }] : pieces.map((content) => ({ content }))
  const frames: object[] = texts.map((text, seq) => {
    const isLast = seq === texts.length - 1
    const status = isLast ? 2 : seq === 0 ? 0 : 1
    const choices = { status, seq, text: [{ role: 'assistant', index: 0, ...text }] }
    return { header: { ...header, status }, payload: { choices, ...(isLast ? usage : {}) } }
  })
  if (errorAfter) frames.splice(errorAfter.pieces, frames.length, failure(Number(errorAfter.code)))
  return frames
}

function problemOf(frame: Record<string, unknown>, path: string): string | undefined {
  const { header, parameter, payload } = frame as Record<string, Record<string, Record<string, unknown>>>
  const chat = parameter?.chat ?? {}
  if ((header as Record<string, unknown> | undefined)?.app_id !== '12345') return 'app_id'
  if (chat.domain !== DOMAINS[path]) return 'domain'
  const unknown = unknownField(chat, 'domain temperature top_k max_tokens auditing')
  if (unknown) return `unknown ${unknown}`
  const { temperature, top_k } = chat as Record<string, number | undefined>
  if (temperature !== undefined && !(temperature > 0 && temperature <= 1)) return 'temperature'
  if (top_k !== undefined && !(top_k >= 1 && top_k <= 6)) return 'top_k'
  const texts = (payload?.message?.text ?? []) as { role: string; content: string }[]
  const hasSystem = /^\/v(?:3\.5|4\.0)/.test(path)
  const roles = hasSystem ? ['system', 'user', 'assistant'] : ['user', 'assistant']
  const odd = texts.find(({ role, content }) => !roles.includes(role) || typeof content !== 'string' || !content)
  return odd ? `text ${JSON.stringify(odd)}` : undefined
}
