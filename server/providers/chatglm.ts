import { zhipuEvents } from '../dialects/chatglm/events.ts'
import { baseOf, withoutOverlap } from './base-url.ts'
import type { Provider } from './provider.ts'
import { reframed } from './reframed.ts'
import { zhipuToken } from './zhipu-token.ts'

/** Long enough for clocks that differ. */
const LIFETIME_MS = 1_800_000

/** Zhipu's third version. Keys are `id.secret`. */
export const chatglm: Provider = {
  format: 'chatglm',
  request(channel, { model, body, stream, accept, now }) {
    const call = stream ? 'sse-invoke' : 'invoke'
    const base = baseOf(channel)
    const url = base + withoutOverlap(base, `/api/paas/v3/model-api/${encodeURIComponent(model)}/${call}`)
    const authorization = zhipuToken(channel.key, now, now + LIFETIME_MS)
    return { url, headers: { authorization, 'content-type': 'application/json', accept }, body }
  },
  reframe: (answer) => reframed(answer, zhipuEvents),
  reading: (channel, path) => ({ url: baseOf(channel) + path, headers: {} }),
}
