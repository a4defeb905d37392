import { expect, test } from 'bun:test'
import { redactUrlSecrets } from './redact.ts'

test.each([
  ['https://a.b/chat?access_token=24.x&y=1', 'https://a.b/chat?access_token=***&y=1'],
  [
    'wss://a.b/v3.5/chat?authorization=abc%3D&date=now&host=a.b',
    'wss://a.b/v3.5/chat?authorization=***&date=now&host=a.b',
  ],
  ['https://a.b/openai?api-version=2024-10-21', 'https://a.b/openai?api-version=2024-10-21'],
])('%s is shown as %s', (url, shown) => {
  expect(redactUrlSecrets(url)).toBe(shown)
})
