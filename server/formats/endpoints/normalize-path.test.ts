import { expect, test } from 'bun:test'
import { normalizePath } from './normalize-path.ts'

test.each([
  ['/v1/chat/completions', '/v1/chat/completions'],
  ['/v1/chat/completions/', '/v1/chat/completions'],
  ['//v1/chat/completions', '/v1/chat/completions'],
  ['/v1//chat//completions//', '/v1/chat/completions'],
  ['/v1/v1/chat/completions', '/v1/chat/completions'],
  ['/v1/v1/v1/messages', '/v1/messages'],
  ['/v1/v1beta/models/m:generateContent', '/v1beta/models/m:generateContent'],
  ['/v1beta/v1beta/models', '/v1beta/models'],
  ['/chat/completions', '/v1/chat/completions'],
  ['/messages/count_tokens', '/v1/messages/count_tokens'],
  ['/responses/input_tokens', '/v1/responses/input_tokens'],
  ['/models', '/v1/models'],
  ['/models/m:generateContent', '/v1/models/m:generateContent'],
  ['/audio/transcriptions', '/v1/audio/transcriptions'],
  ['/v1beta/openai/chat/completions', '/v1/chat/completions'],
  ['/v1beta/openai/v1/models', '/v1/models'],
  ['/openai/v1/responses', '/v1/responses'],
  ['/openai/v1', '/v1'],
  ['/openai/responses', '/v1/responses'],
  ['/openai/realtime', '/v1/realtime'],
  ['/openai/deployments/d/chat/completions', '/openai/deployments/d/chat/completions'],
  ['/v2/rerank', '/v1/rerank'],
  ['/v2/chat', '/v2/chat'],
  ['/', '/'],
  ['/channel/3/edit', '/channel/3/edit'],
  ['/api/channel/', '/api/channel'],
  ['/chat', '/chat'],
  ['/v1/models/vendor/chat/completions', '/v1/models/vendor/chat/completions'],
])('%p means %p', (path, meant) => {
  expect(normalizePath(path)).toBe(meant)
})
