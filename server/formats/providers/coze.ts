import { reframeCozeEvents } from '../dialects/coze/reframe-events.ts'
import { parseObject } from '../dialects/json.ts'
import { baseUrlOf } from './base-url.ts'
import type { Channel } from './channel.ts'
import type { Provider } from './provider.ts'
import { reframeAnswer } from './reframe-answer.ts'

/** Bots of Coze, in China (api.coze.cn) or elsewhere (api.coze.com). The additional field is the bot's id. */
export const coze: Provider = {
  format: 'coze',
  request: (channel, { body, contentType }) => ({
    url: `${baseUrlOf(channel)}/v3/chat`,
    headers: { ...credentialOf(channel), 'content-type': contentType, accept: 'text/event-stream' },
    body: Buffer.from(JSON.stringify({ bot_id: channel.other, ...parseObject(Buffer.from(body).toString('utf8')) })),
  }),
  reframe: (answer, { stream }) => reframeAnswer(answer, () => reframeCozeEvents(stream)),
  metadataRequest: (channel, path) => ({ url: baseUrlOf(channel) + path, headers: credentialOf(channel) }),
}

const credentialOf = ({ key }: Channel) => ({ authorization: `Bearer ${key}` })
