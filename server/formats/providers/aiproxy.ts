import { parseObject } from '../dialects/json.ts'
import { baseUrlOf } from './base-url.ts'
import type { Channel } from './channel.ts'
import type { Provider } from './provider.ts'

/** AI Proxy's knowledge bases. The channel's additional field contains the id of the knowledge base. */
export const aiproxy: Provider = {
  format: 'aiproxy',
  request: (channel, { body, contentType, accept }) => ({
    url: `${baseUrlOf(channel)}/api/library/ask`,
    headers: { ...credentialOf(channel), 'content-type': contentType, accept },
    body: Buffer.from(JSON.stringify({ ...parseObject(Buffer.from(body).toString('utf8')), libraryId: channel.other })),
  }),
  metadataRequest: (channel, path) => ({ url: baseUrlOf(channel) + path, headers: credentialOf(channel) }),
}

const credentialOf = ({ key }: Channel) => ({ authorization: `Bearer ${key}` })
