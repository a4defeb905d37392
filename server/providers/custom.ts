import type { Provider } from './provider.ts'
import { realtimeCredential, socketAddress, withModel } from './realtime.ts'

/** A full URL given by the operator, whatever its path; `{model}` in it is replaced. */
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
      url: socketAddress(channel.baseUrl.includes('{model}') ? url : withModel(url, session.model)),
      ...realtimeCredential({ authorization: `Bearer ${channel.key}` }, session),
    }
  },
  // The full URL of a call says where its service is: in front of `/v1/`, else at the root of its host.
  reading({ baseUrl, key }, path) {
    const version = baseUrl.indexOf('/v1/')
    const base = version < 0 ? new URL(baseUrl).origin : baseUrl.slice(0, version)
    return { url: `${base}${path}`, headers: { authorization: `Bearer ${key}` } }
  },
}
