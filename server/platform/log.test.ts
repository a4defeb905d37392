import { expect, test } from 'bun:test'
import { withoutCredentials } from './log.ts'

test.each([
  ['Incorrect API key provided: sk-proj-ab12_*****yz.', ['proj', 'ab12']],
  ['{"reason":"status 401: bad header Bearer eyJhbGciOi.abc-def_1=="}', ['eyJ', 'abc']],
  ['Cookie: session=Zm9vYmFyYmF6cXV4; path=/', ['Zm9v']],
])('%p loses what lets somebody in', (line, secrets) => {
  for (const secret of secrets) expect(withoutCredentials(line)).not.toContain(secret)
})

test('what only talks about such things stays', () => {
  const line = '{"msg":"task-12 of risk-free: the session=expired, no Bearer"}'
  expect(withoutCredentials(line)).toBe(line)
})
