import { reframeZhipuEvents } from '../dialects/chatglm/reframe-events.ts'
import { baseUrlOf, withoutOverlap } from './base-url.ts'
import type { Provider } from './provider.ts'
import { reframeAnswer } from './reframe-answer.ts'
import { signZhipuToken } from './zhipu-token.ts'

/** Long enough to tolerate clock differences. */
const LIFETIME_MS = 1_800_000

/** Zhipu's version 3. Keys are `id.secret`. */
export const chatglm: Provider = {
  format: 'chatglm',
  request(channel, { model, body, stream, accept, now }) {
    const call = stream ? 'sse-invoke' : 'invoke'
    const base = baseUrlOf(channel)
    const url = base + withoutOverlap(base, `/api/paas/v3/model-api/${encodeURIComponent(model)}/${call}`)
    const authorization = signZhipuToken(channel.key, now, now + LIFETIME_MS)
    return { url, headers: { authorization, 'content-type': 'application/json', accept }, body }
  },
  reframe: (answer) => reframeAnswer(answer, reframeZhipuEvents),
  metadataRequest: (channel, path) => ({ url: baseUrlOf(channel) + path, headers: {} }),
}
