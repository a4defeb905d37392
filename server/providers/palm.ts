import { baseOf } from './base-url.ts'
import { resourceOf } from './gemini.ts'
import type { Provider } from './provider.ts'
import { asOneEvent } from './reframed.ts'

const VERSION = 'v1beta2'
/** The only model that had chats: this family's name for it, and Google's. */
const CHAT_MODEL = 'chat-bison-001'
const FAMILY_NAME = /^palm(?:-?2)?$/i

/** Google's PaLM with a key of AI Studio. Google has retired it; what serves it now stands at an address of its own. */
export const palm: Provider = {
  format: 'palm',
  request: (channel, { model, body, contentType, accept }) => ({
    url: `${baseOf(channel)}/${VERSION}/${resourceOf(FAMILY_NAME.test(model) ? CHAT_MODEL : model)}:generateMessage`,
    headers: { 'x-goog-api-key': channel.key, 'content-type': contentType, accept },
    body,
  }),
  reframe: (answer, { stream }) => (stream ? asOneEvent(answer) : answer),
  reading: (channel, path) => ({ url: baseOf(channel) + path, headers: { 'x-goog-api-key': channel.key } }),
}
