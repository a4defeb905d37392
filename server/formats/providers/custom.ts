import type { Provider } from './provider.ts'
import { realtimeCredential, toWebSocketUrl, withModelQuery } from './realtime.ts'

/** A full URL given by the operator, with any path. `{model}` in it is replaced. */
export const custom: Provider = {
  request(channel, { model, body, contentType, accept }) {
    return {
      url: channel.baseUrl.replaceAll('{model}', encodeURIComponent(model)),
      headers: { authorization: `Bearer ${channel.key}`, 'content-type': contentType, accept },
      body,
    }
  },
  socket(channel, session) {
    const url = channel.baseUrl.replaceAll('{model}', encodeURIComponent(session.model))
    return {
      url: toWebSocketUrl(channel.baseUrl.includes('{model}') ? url : withModelQuery(url, session.model)),
      ...realtimeCredential({ authorization: `Bearer ${channel.key}` }, session),
    }
  },
  // The service's base URL is what precedes `/v1/` in the call's URL, or else the root of its host.
  metadataRequest({ baseUrl, key }, path) {
    const version = baseUrl.indexOf('/v1/')
    const base = version < 0 ? new URL(baseUrl).origin : baseUrl.slice(0, version)
    return { url: `${base}${path}`, headers: { authorization: `Bearer ${key}` } }
  },
}
