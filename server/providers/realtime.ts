import type { Session } from './provider.ts'

/** https://developers.openai.com/api/docs/guides/realtime-websocket */
const PROTOCOL = 'realtime'
const KEY_PROTOCOL = 'openai-insecure-api-key.'
const BETA_PROTOCOL = 'openai-beta.realtime-v1'
/** The interface of today refuses it, that of before needs it. */
const BETA_HEADER = { 'openai-beta': 'realtime=v1' }

/** The same address for a WebSocket. */
export const socketAddress = (url: string) => url.replace(/^http/i, 'ws')

/** With the model as the query's, unless the address names one. */
export function withModel(url: string, model: string): string {
  const { searchParams } = new URL(url)
  if (searchParams.has('model')) return url
  return `${url}${url.includes('?') ? '&' : '?'}model=${encodeURIComponent(model)}`
}

/** How a bearer key is shown: like the caller showed its own, so that gateways of this family understand it as well. */
export function realtimeCredential(
  { authorization, ...others }: Readonly<Record<string, string>>,
  { subprotocol, beta }: Session,
): { headers: Record<string, string>; protocols: string[] } {
  if (!subprotocol) {
    return { headers: { authorization: authorization ?? '', ...others, ...(beta && BETA_HEADER) }, protocols: [] }
  }
  const key = KEY_PROTOCOL + (authorization ?? '').replace(/^Bearer /, '')
  return { headers: others, protocols: [PROTOCOL, key, ...(beta ? [BETA_PROTOCOL] : [])] }
}

/** Where the key has a header of its own. */
export const realtimeProtocol = ({ subprotocol }: Session) => (subprotocol ? [PROTOCOL] : [])
