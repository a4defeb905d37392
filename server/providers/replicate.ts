import { CHANNEL_SETTING_DEFAULTS as DEFAULTS } from '#contract/api/channels.ts'
import { Unwritable } from '../dialects/dialect.ts'
import { objectOf, parseObject } from '../dialects/json.ts'
import { readPrediction } from '../dialects/replicate/read-prediction.ts'
import { writeInput } from '../dialects/replicate/write-input.ts'
import type { Channel } from '../registry/channels.ts'
import { baseUrlOf } from './base-url.ts'
import type { Provider } from './provider.ts'

/**
 * How long the first request is held open at most. Replicate allows a minute, but names the prediction only then, and
 * one that has no name cannot be cancelled.
 */
const WAIT_SECONDS = 10
/** Predictions end after half an hour: https://replicate.com/docs/topics/predictions/lifecycle */
const LONGEST_MINUTES = 30

/** Image models at Replicate: https://replicate.com/docs/reference/http */
export const replicate: Provider = {
  formsAsJson: true,
  request(channel, { endpoint, model, body }) {
    const asked = objectOf(parseObject(Buffer.from(body).toString('utf8')))
    const { path, version } = addressOf(model)
    const input = writeInput(asked, model, endpoint.operation === 'imageEdits')
    return {
      url: baseUrlOf(channel) + path,
      headers: { ...credentialOf(channel), 'content-type': 'application/json', ...limitsOf(channel) },
      body: Buffer.from(JSON.stringify(version === undefined ? { input } : { version, input })),
    }
  },
  follow: (channel, { body }) => ({
    read: (text) => readPrediction(text, wantsBase64(Buffer.from(body))),
    again: (id) => ({ ...predictionRequest(channel, id), method: 'GET' }),
    cancel: (id) => predictionRequest(channel, `${id}/cancel`),
  }),
  metadataRequest: (channel, path) => ({ url: baseUrlOf(channel) + path, headers: credentialOf(channel) }),
}

const wantsBase64 = (body: Buffer) =>
  body.includes('"b64_json"') && objectOf(parseObject(body.toString('utf8'))).response_format === 'b64_json'

const credentialOf = ({ key }: Channel) => ({ authorization: `Bearer ${key}` })

const predictionRequest = (channel: Channel, path: string) => ({
  url: `${baseUrlOf(channel)}/v1/predictions/${path}`,
  headers: credentialOf(channel),
  body: new Uint8Array(),
})

/** The prediction ends at the channel's limit, even if this server has ended before it. */
function limitsOf({ settings }: Channel) {
  const firstByte = settings.first_byte_timeout || DEFAULTS.first_byte_timeout
  const total = settings.total_timeout || DEFAULTS.total_timeout
  const wait = Math.max(1, Math.min(WAIT_SECONDS, Math.floor(firstByte / 2)))
  const minutes = Math.min(LONGEST_MINUTES, Math.ceil((firstByte + total) / 60))
  return { prefer: `wait=${wait}`, 'cancel-after': `${minutes}m` }
}

const NAME = /^[\w.-]+\/[\w.-]+$/
const DEPLOYMENT = /^deployments\/[\w.-]+\/[\w.-]+$/
const VERSION = /^(?:[\w.-]+\/[\w.-]+:)?[0-9a-f]{40,64}$/

/** Throws Unwritable for a name that is none of Replicate's. */
function addressOf(model: string): { path: string; version?: string } {
  if (VERSION.test(model)) return { path: '/v1/predictions', version: model }
  if (DEPLOYMENT.test(model)) return { path: `/v1/${model}/predictions` }
  if (NAME.test(model)) return { path: `/v1/models/${model}/predictions` }
  throw new Unwritable(`models of Replicate are called owner/name, or owner/name:version: ${model} is not`)
}
