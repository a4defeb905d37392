import { createHmac } from 'node:crypto'
import { listen } from './listening.ts'

/** A message that a service has taken. */
export interface TakenMessage {
  kind: string
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: every service has its own shape
  body: any
}

/** The services that alerts are sent to, on a loopback port: they check what they get as the real ones do. */
export interface FakeSinks {
  url: string
  taken: TakenMessage[]
  /** Answers instead of the service, for as long as it is set. */
  refuse: ((kind: string) => Response | undefined) | undefined
  stop(): Promise<void>
}

/** What the services know; a message that says otherwise is refused. */
export const SECRETS = {
  webhook: 'whsec-long-enough',
  slack: 'T00/B00/slack-token',
  telegram: '123456:telegram-token',
  feishu: 'feishu-secret',
  dingtalk: 'SECdingtalk-secret',
  dingtalkToken: 'dingtalk-access-token',
  wecom: 'wecom-key',
  bark: 'bark-device-key',
  ntfy: 'tk_ntfytoken',
} as const
const MAX_AGE_MS = 3_600_000

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest()
const isFresh = (milliseconds: number) => Math.abs(Date.now() - milliseconds) < MAX_AGE_MS
const json = (body: unknown, status = 200) => Response.json(body, { status })

interface Call {
  url: URL
  headers: Headers
  text: string
  body: TakenMessage['body']
}

/** Each answers with its success or its refusal; `ok` tells which. */
const SERVICES: Record<string, (call: Call) => { ok: boolean; answer: Response }> = {
  webhook({ headers, text }) {
    const timestamp = headers.get('x-switchyard-timestamp') ?? ''
    const right = `sha256=${hmac(SECRETS.webhook, `${timestamp}.${text}`).toString('hex')}`
    const ok = isFresh(Number(timestamp) * 1000) && headers.get('x-switchyard-signature') === right
    return { ok, answer: new Response(ok ? 'thanks' : 'bad signature', { status: ok ? 200 : 401 }) }
  },
  slack({ url, body }) {
    if (!url.pathname.endsWith(SECRETS.slack)) return { ok: false, answer: new Response('no_service', { status: 404 }) }
    const ok = typeof body?.text === 'string' && body.text !== ''
    return { ok, answer: ok ? new Response('ok') : new Response('invalid_payload', { status: 400 }) }
  },
  discord({ body }) {
    const ok = body?.embeds?.[0]?.title?.length <= 256 && body.embeds[0].description.length <= 4096
    return { ok, answer: ok ? new Response(null, { status: 204 }) : json({ message: 'Invalid Form Body' }, 400) }
  },
  telegram({ url, body }) {
    if (url.pathname !== `/telegram/bot${SECRETS.telegram}/sendMessage`)
      return { ok: false, answer: json({ ok: false, error_code: 404, description: 'Not Found' }, 404) }
    const ok = String(body?.chat_id) === '-1001' && body.text?.length <= 4096
    const refusal = { ok: false, error_code: 400, description: 'Bad Request: chat not found' }
    return { ok, answer: ok ? json({ ok, result: { message_id: 1 } }) : json(refusal, 400) }
  },
  feishu({ body }) {
    const right = hmac(`${body?.timestamp}\n${SECRETS.feishu}`, '').toString('base64')
    if (!isFresh(Number(body?.timestamp) * 1000) || body.sign !== right)
      return { ok: false, answer: json({ code: 19021, msg: 'sign match fail or timestamp is not within one hour' }) }
    const ok = body.msg_type === 'text' && typeof body.content?.text === 'string'
    return { ok, answer: json(ok ? { code: 0, msg: 'success', data: {} } : { code: 9499, msg: 'Bad Request' }) }
  },
  dingtalk({ url, body }) {
    const timestamp = url.searchParams.get('timestamp') ?? ''
    const right = hmac(SECRETS.dingtalk, `${timestamp}\n${SECRETS.dingtalk}`).toString('base64')
    if (url.searchParams.get('access_token') !== SECRETS.dingtalkToken)
      return { ok: false, answer: json({ errcode: 300005, errmsg: 'token is not exist' }) }
    if (!isFresh(Number(timestamp)) || url.searchParams.get('sign') !== right)
      return { ok: false, answer: json({ errcode: 310000, errmsg: 'sign not match' }) }
    const ok = body?.msgtype === 'text' && typeof body.text?.content === 'string'
    return {
      ok,
      answer: json(ok ? { errcode: 0, errmsg: 'ok' } : { errcode: 40035, errmsg: 'missing parameter json' }),
    }
  },
  wecom({ url, body }) {
    if (url.searchParams.get('key') !== SECRETS.wecom)
      return { ok: false, answer: json({ errcode: 93000, errmsg: 'invalid webhook url' }) }
    const ok = body?.msgtype === 'text' && Buffer.byteLength(body.text?.content ?? '') <= 2048
    return {
      ok,
      answer: json(ok ? { errcode: 0, errmsg: 'ok' } : { errcode: 40058, errmsg: 'text.content exceed max' }),
    }
  },
  bark({ url, body }) {
    const ok = url.pathname === '/bark/push' && body?.device_key === SECRETS.bark && typeof body.body === 'string'
    const refusal = {
      code: 400,
      message: `failed to get device token: failed to get [${body?.device_key}] device token`,
    }
    return { ok, answer: ok ? json({ code: 200, message: 'success' }) : json(refusal, 400) }
  },
  ntfy({ url, headers, body }) {
    if (headers.get('authorization') !== `Bearer ${SECRETS.ntfy}`)
      return { ok: false, answer: json({ code: 40301, http: 403, error: 'forbidden' }, 403) }
    const ok = url.pathname === '/ntfy/' && body?.topic === 'ops' && body.priority >= 1 && body.priority <= 5
    return { ok, answer: ok ? json({ id: 'x', event: 'message' }) : json({ code: 40009, error: 'invalid topic' }, 400) }
  },
}

/** Starts all services; the first part of a path says which one is meant. */
export function startFakeSinks(): FakeSinks {
  const taken: TakenMessage[] = []
  const server = listen(async (request) => {
    const url = new URL(request.url)
    const kind = url.pathname.split('/')[1] ?? ''
    const text = await request.text()
    const refusal = sinks.refuse?.(kind)
    if (refusal) return refusal
    const isJson = request.method === 'POST' && request.headers.get('content-type')?.startsWith('application/json')
    const call = { url, headers: request.headers, text, body: isJson ? JSON.parse(text) : undefined }
    const { ok, answer } = SERVICES[kind]?.(call) ?? { ok: false, answer: new Response('', { status: 404 }) }
    if (ok) taken.push({ kind, headers: call.headers, text, body: call.body })
    return answer
  })
  const sinks: FakeSinks = { url: server.url, taken, refuse: undefined, stop: () => server.stop() }
  return sinks
}

/** Settings of every sink that reach these services. */
export const settingsAt = (url: string) => ({
  webhook: { url: `${url}/webhook`, secret: SECRETS.webhook },
  slack: { url: `${url}/slack/services/${SECRETS.slack}` },
  discord: { url: `${url}/discord/api/webhooks/1/token` },
  telegram: { bot_token: SECRETS.telegram, chat_id: '-1001', server: `${url}/telegram` },
  feishu: { url: `${url}/feishu/open-apis/bot/v2/hook/x`, secret: SECRETS.feishu },
  dingtalk: { url: `${url}/dingtalk/robot/send?access_token=${SECRETS.dingtalkToken}`, secret: SECRETS.dingtalk },
  wecom: { url: `${url}/wecom/cgi-bin/webhook/send?key=${SECRETS.wecom}` },
  bark: { device_key: SECRETS.bark, server: `${url}/bark` },
  ntfy: { topic: 'ops', token: SECRETS.ntfy, server: `${url}/ntfy` },
})
