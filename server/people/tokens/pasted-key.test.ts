import { expect, test } from 'bun:test'
import { pastedKey } from './pasted-key.ts'

test('a key is read out of whatever it is pasted with', () => {
  for (const text of ['abc123', 'sk-abc123', ' Bearer sk-abc123\n', 'bearer abc123', 'sk-abc123-12']) {
    expect(pastedKey(text)).toBe('abc123')
  }
  for (const text of ['', 'sk-', 'Bearer sk-']) expect(pastedKey(text)).toBe('')
})
