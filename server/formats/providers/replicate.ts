import { CHANNEL_SETTING_DEFAULTS as DEFAULTS } from '#contract/api/channels.ts'
import { Unwritable } from '../dialects/dialect.ts'
import { objectOf, parseObject, textOf } from '../dialects/json.ts'
import { idOf, isOver, readPrediction } from '../dialects/replicate/read-prediction.ts'
import { predictionEvent, reframeReplicateEvents } from '../dialects/replicate/reframe-events.ts'
import { writeInput } from '../dialects/replicate/write-input.ts'
import type { WorkState, WorkStream } from '../following/follow-exchange.ts'
import { baseUrlOf } from './base-url.ts'
import type { Channel } from './channel.ts'
import type { Provider } from './provider.ts'

/**
 * How long the first request is held open at most. Replicate allows a minute, but names the prediction only then, and
 * one that has no name cannot be cancelled.
 */
const WAIT_SECONDS = 10
/** Predictions end after half an hour: https://replicate.com/docs/topics/predictions/lifecycle */
const LONGEST_MINUTES = 30

/** Models of texts and pictures at Replicate: https://replicate.com/docs/reference/http */
export const replicate: Provider = {
  format: (_model, operation) => (operation === 'chat' ? 'replicate' : undefined),
  formsAsJson: true,
  request(channel, { endpoint, model, body, stream }) {
    const asked = objectOf(parseObject(Buffer.from(body).toString('utf8')))
    const { path, version } = addressOf(model)
    const isChat = endpoint.operation === 'chat'
    const written = isChat ? asked : { input: writeInput(asked, model, endpoint.operation === 'imageEdits') }
    const { prefer, ...limits } = limitsOf(channel)
    // A stream is opened at once, not when the work is done.
    const wait: Record<string, string> = isChat && stream ? {} : { prefer }
    return {
      url: baseUrlOf(channel) + path,
      headers: { ...credentialOf(channel), 'content-type': 'application/json', ...wait, ...limits },
      body: Buffer.from(JSON.stringify(version === undefined ? written : { version, ...written })),
    }
  },
  follow(channel, { endpoint, body, stream }) {
    const isChat = endpoint.operation === 'chat'
    const read = (text: string) =>
      isChat ? readState(text, stream) : readPrediction(text, wantsBase64(Buffer.from(body)))
    return {
      read,
      again: (id) => ({ ...predictionRequest(channel, id), method: 'GET' }),
      cancel: (id) => predictionRequest(channel, `${id}/cancel`),
      ...(isChat && stream ? { stream: streamOf(channel) } : {}),
    }
  },
  metadataRequest: (channel, path) => ({ url: baseUrlOf(channel) + path, headers: credentialOf(channel) }),
}

/** Reads the state of a chat: its id while it goes on, or else the prediction, as the event of a stream if one is read. */
function readState(text: string, stream: boolean): WorkState {
  const prediction = parseObject(text)
  if (!prediction) return { done: text }
  const id = isOver(prediction.status) ? undefined : idOf(prediction)
  if (id !== undefined) return { pending: id }
  return { done: stream ? predictionEvent(text) : text }
}

const streamOf = (channel: Channel): WorkStream => ({
  open(text) {
    const prediction = objectOf(parseObject(text))
    const id = idOf(prediction)
    const url = readableUrl(textOf(objectOf(prediction.urls).stream), channel)
    if (id === undefined || url === undefined || isOver(prediction.status)) return undefined
    // The address itself is the credential: the key stays with the API.
    return { id, request: { method: 'GET', url, headers: STREAM_HEADERS, body: new Uint8Array() } }
  },
  reframer: reframeReplicateEvents,
  ending: (text) => (isOver(parseObject(text)?.status) ? predictionEvent(text) : undefined),
})

const STREAM_HEADERS = { accept: 'text/event-stream', 'cache-control': 'no-store' }
/** Where Replicate has streams. */
const HOSTS = /(?:^|\.)replicate\.(?:com|net)$/

/** Returns the address of a stream, which is read at Replicate or at the channel's own address, and nowhere else. */
function readableUrl(address: string, channel: Channel): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, port, origin, username, href } = new URL(address)
  const isReplicate = protocol === 'https:' && port === '' && HOSTS.test(hostname)
  return username === '' && (isReplicate || origin === new URL(baseUrlOf(channel)).origin) ? href : undefined
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
