import { parsedObject } from '../dialects/json.ts'
import type { Channel } from '../registry/channels.ts'
import { baseOf } from './base-url.ts'
import type { Provider } from './provider.ts'

/** Knowledge bases of AI Proxy. Which one is asked stands in the channel's further field. */
export const aiproxy: Provider = {
  format: 'aiproxy',
  request: (channel, { body, contentType, accept }) => ({
    url: `${baseOf(channel)}/api/library/ask`,
    headers: { ...credentialOf(channel), 'content-type': contentType, accept },
    body: Buffer.from(
      JSON.stringify({ ...parsedObject(Buffer.from(body).toString('utf8')), libraryId: channel.other }),
    ),
  }),
  reading: (channel, path) => ({ url: baseOf(channel) + path, headers: credentialOf(channel) }),
}

const credentialOf = ({ key }: Channel) => ({ authorization: `Bearer ${key}` })
