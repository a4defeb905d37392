import { BOT_SETTINGS } from '../bot-settings.ts'
import type { ChatRequest } from '../conversation.ts'
import { Unwritable, type UpstreamDialect } from '../dialect.ts'
import { withoutUndefined } from '../json.ts'
import { toPlainText } from '../plain-turns.ts'
import { LibraryStreamReader, readAnswer } from './read-answer.ts'

/**
 * AI Proxy's knowledge bases: https://docs.aiproxy.io/dev/library. They accept only a question; the channel
 * determines the knowledge base.
 */
export const aiproxy: UpstreamDialect = {
  unsupportedSettings: [...BOT_SETTINGS, 'format'],
  writeRequest,
  readAnswer: (answer) => readAnswer({ ...answer }),
  streamReader: () => new LibraryStreamReader(),
}

/** Sends only the user's last message: documents are found by it, and earlier messages would blur the search. */
function writeRequest({ turns, toolChoice, stream }: ChatRequest, model: string): object {
  if (toolChoice === 'required' || typeof toolChoice === 'object') {
    throw new Unwritable('this upstream cannot be made to call tools')
  }
  const last = turns.findLast(({ role, parts }) => role === 'user' && toPlainText(parts) !== '')
  if (!last) throw new Unwritable('the conversation has no question')
  return withoutUndefined({ model, query: toPlainText(last.parts), stream: stream || undefined })
}
