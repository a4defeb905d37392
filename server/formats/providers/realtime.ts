import type { ProviderSession } from './provider.ts'

/** https://developers.openai.com/api/docs/guides/realtime-websocket */
const PROTOCOL = 'realtime'
const KEY_PROTOCOL = 'openai-insecure-api-key.'
const BETA_PROTOCOL = 'openai-beta.realtime-v1'
/** The current API refuses this header, and the beta requires it. */
const BETA_HEADER = { 'openai-beta': 'realtime=v1' }

/** Returns the WebSocket URL for an HTTP URL. */
export const toWebSocketUrl = (url: string) => url.replace(/^http/i, 'ws')

/** Adds the model to the query, unless the URL names one. */
export function withModelQuery(url: string, model: string): string {
  const { searchParams } = new URL(url)
  if (searchParams.has('model')) return url
  return `${url}${url.includes('?') ? '&' : '?'}model=${encodeURIComponent(model)}`
}

/**
 * Returns the bearer key in the form in which the caller sent its own, so that gateways of this family support it
 * as well.
 */
export function realtimeCredential(
  { authorization, ...others }: Readonly<Record<string, string>>,
  { subprotocol, beta }: ProviderSession,
): { headers: Record<string, string>; protocols: string[] } {
  if (!subprotocol) {
    return { headers: { authorization: authorization ?? '', ...others, ...(beta && BETA_HEADER) }, protocols: [] }
  }
  const key = KEY_PROTOCOL + (authorization ?? '').replace(/^Bearer /, '')
  return { headers: others, protocols: [PROTOCOL, key, ...(beta ? [BETA_PROTOCOL] : [])] }
}

/** Returns the subprotocol if the key has its own header. */
export const realtimeProtocol = ({ subprotocol }: ProviderSession) => (subprotocol ? [PROTOCOL] : [])
