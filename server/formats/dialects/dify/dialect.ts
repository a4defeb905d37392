import { BOT_SETTINGS } from '../bot-settings.ts'
import { Unreadable, type UpstreamDialect } from '../dialect.ts'
import { objectOf } from '../json.ts'
import { readOpenAIUsage } from '../openai-usage.ts'
import { DifyStreamReader } from './read-stream.ts'
import { writeRequest } from './write-request.ts'

/** The chat API of Dify's apps. */
export const dify: UpstreamDialect = {
  unsupportedSettings: BOT_SETTINGS,
  writeRequest,
  /** https://docs.dify.ai/api-reference/chat/send-chat-message, response mode `blocking`. */
  readAnswer(answer) {
    const { answer: text, metadata } = { answer: undefined, metadata: undefined, ...answer } as Record<string, unknown>
    if (typeof text !== 'string') throw new Unreadable('the answer has no text')
    const usage = readOpenAIUsage(objectOf(metadata).usage)
    return { choices: [{ parts: text ? [{ kind: 'text', text }] : [], finish: 'stop' }], usage }
  },
  streamReader: () => new DifyStreamReader(),
}
