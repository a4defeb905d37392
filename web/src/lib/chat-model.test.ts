import { expect, test } from 'bun:test'
import { isChatModel } from './chat-model.ts'

test.each(['gpt-4o', 'claude-sonnet-4-6', 'gemini-2.5-flash', 'deepseek-chat', 'o4-mini', 'qwen-max'])(
  '%s is one to chat with',
  (name) => expect(isChatModel(name)).toBe(true),
)

test.each([
  'text-embedding-3-small',
  'bge-m3',
  'jina-reranker-v2',
  'omni-moderation-latest',
  'whisper-1',
  'tts-1-hd',
  'gpt-realtime',
  'gpt-image-1',
  'gemini-2.5-flash-image',
  'dall-e-3',
  'mj_imagine',
])('%s is not', (name) => expect(isChatModel(name)).toBe(false))
