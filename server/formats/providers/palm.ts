import { baseUrlOf } from './base-url.ts'
import { modelResource } from './gemini.ts'
import type { Provider } from './provider.ts'
import { toSingleEvent } from './reframe-answer.ts'

const VERSION = 'v1beta2'
/** The only chat model: this family's name for it, and Google's. */
const CHAT_MODEL = 'chat-bison-001'
const FAMILY_NAME = /^palm(?:-?2)?$/i

/**
 * Google's PaLM with an AI Studio key. Google has retired it; servers that still offer it have their own addresses.
 */
export const palm: Provider = {
  format: 'palm',
  request: (channel, { model, body, contentType, accept }) => ({
    url: `${baseUrlOf(channel)}/${VERSION}/${modelResource(FAMILY_NAME.test(model) ? CHAT_MODEL : model)}:generateMessage`,
    headers: { 'x-goog-api-key': channel.key, 'content-type': contentType, accept },
    body,
  }),
  reframe: (answer, { stream }) => (stream ? toSingleEvent(answer) : answer),
  metadataRequest: (channel, path) => ({ url: baseUrlOf(channel) + path, headers: { 'x-goog-api-key': channel.key } }),
}
