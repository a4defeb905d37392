import { baseUrlOf } from './base-url.ts'
import type { Channel } from './channel.ts'
import { type Provider, UnusableKey } from './provider.ts'
import { tc3Authorization } from './tc3.ts'

const HOST = 'hunyuan.tencentcloudapi.com'
const VERSION = '2023-09-01'
/** A charset parameter would have to be signed as well. */
const CONTENT_TYPE = 'application/json'

/** Tencent's Hunyuan: https://cloud.tencent.com/document/api/1729/101848. Keys are `AppId|SecretId|SecretKey`. */
export const hunyuan: Provider = {
  format: 'hunyuan',
  request(channel, { endpoint, body, accept, now }) {
    const { secretId, secretKey } = keyOf(channel)
    const base = baseUrlOf(channel)
    const action = endpoint.operation === 'embeddings' ? 'GetEmbedding' : 'ChatCompletions'
    const timestamp = Math.floor(now / 1000)
    const signed = { service: 'hunyuan', host: hostOf(base), action, contentType: CONTENT_TYPE, body, timestamp }
    const headers = {
      authorization: tc3Authorization({ secretId, secretKey, ...signed }),
      'content-type': CONTENT_TYPE,
      accept,
      'x-tc-action': action,
      'x-tc-version': VERSION,
      'x-tc-timestamp': String(timestamp),
    }
    return { url: `${base}/`, headers, body }
  },
  metadataRequest: (channel, path) => ({ url: baseUrlOf(channel) + path, headers: {} }),
}

/** Returns the signed host, which must be the one that Tencent sees: behind a proxy that is the default host. */
function hostOf(base: string): string {
  const { host } = new URL(base)
  return host.endsWith('.tencentcloudapi.com') ? host : HOST
}

function keyOf({ key }: Channel) {
  const [appId, secretId, secretKey, ...more] = key.split('|').map((part) => part.trim())
  if (!/^\d+$/.test(appId ?? '') || !secretId || !secretKey || more.length > 0) {
    throw new UnusableKey('the key is not of the form AppId|SecretId|SecretKey, with a number as AppId')
  }
  return { secretId, secretKey }
}
