import { baseUrlOf } from './base-url.ts'
import type { Channel } from './channel.ts'
import type { Provider } from './provider.ts'

/** Dify's apps, hosted by Dify or by the operator. The key determines the app. */
export const dify: Provider = {
  format: 'dify',
  request: (channel, { body, contentType, accept }) => ({
    url: `${baseUrlOf(channel)}/v1/chat-messages`,
    headers: { ...credentialOf(channel), 'content-type': contentType, accept },
    body,
  }),
  metadataRequest: (channel, path) => ({ url: baseUrlOf(channel) + path, headers: credentialOf(channel) }),
}

const credentialOf = ({ key }: Channel) => ({ authorization: `Bearer ${key}` })
