import type { ChatSetting } from './settings.ts'

/** Settings that a bot has of its own: whoever made it at the vendor chose them, and a call cannot change them. */
export const BOT_SETTINGS: readonly ChatSetting[] = [
  'maxTokens',
  'temperature',
  'topP',
  'topK',
  'stop',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
  'candidates',
  'reasoning',
  'tools',
  'parallelToolCalls',
]
