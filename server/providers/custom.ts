import type { Provider } from './provider.ts'

/** A full URL given by the operator, whatever its path; `{model}` in it is replaced. */
export const custom: Provider = {
  request(channel, { model, body, contentType, accept }) {
    return {
      url: channel.baseUrl.replaceAll('{model}', encodeURIComponent(model)),
      headers: { authorization: `Bearer ${channel.key}`, 'content-type': contentType, accept },
      body,
    }
  },
}
