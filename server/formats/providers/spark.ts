import { completeRequest } from '../dialects/spark/complete.ts'
import { isLastFrame } from '../dialects/spark/read-stream.ts'
import { versionOf } from '../dialects/spark/versions.ts'
import { baseUrlOf } from './base-url.ts'
import type { Channel } from './channel.ts'
import { type Provider, UnusableKey } from './provider.ts'
import { type SparkKey, signSparkUrl } from './spark-url.ts'

/** iFlytek's Spark: https://www.xfyun.cn/doc/spark/Web.html. Keys are `APPID|APISecret|APIKey`. */
export const spark: Provider = {
  format: 'spark',
  request(channel, { endpoint, model, body, now }) {
    const key = keyOf(channel)
    const version = versionOf(model, channel.other, endpoint.apiVersion)
    const url = signSparkUrl(`${socketBase(channel)}${version.path}`, key, now)
    return { method: 'GET', url, headers: {}, body: completeRequest(body, key.appId, version), isLast: isLastFrame }
  },
  metadataRequest: (channel, path) => ({ url: baseUrlOf(channel) + path, headers: {} }),
}

const socketBase = (channel: Channel) => baseUrlOf(channel).replace(/^http/i, 'ws')

function keyOf({ key }: Channel): SparkKey {
  const [appId, secret, apiKey, ...more] = key.split('|').map((part) => part.trim())
  if (!appId || !secret || !apiKey || more.length > 0) {
    throw new UnusableKey('the key is not of the form APPID|APISecret|APIKey')
  }
  return { appId, secret, apiKey }
}
