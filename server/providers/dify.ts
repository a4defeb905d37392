import type { Channel } from '../registry/channels.ts'
import { baseOf } from './base-url.ts'
import type { Provider } from './provider.ts'

/** Apps of Dify, in its cloud or an own one: the key says which app. */
export const dify: Provider = {
  format: 'dify',
  request: (channel, { body, contentType, accept }) => ({
    url: `${baseOf(channel)}/v1/chat-messages`,
    headers: { ...credentialOf(channel), 'content-type': contentType, accept },
    body,
  }),
  reading: (channel, path) => ({ url: baseOf(channel) + path, headers: credentialOf(channel) }),
}

const credentialOf = ({ key }: Channel) => ({ authorization: `Bearer ${key}` })
