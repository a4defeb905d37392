import { expect, test } from 'bun:test'
import { stateOf } from './model-state.ts'

const usual = { served: 900, failed: 3, firstByteMs: 800 }

test.each([
  ['quiet', { served: 0, failed: 0, firstByteMs: undefined }],
  ['up', { served: 40, failed: 1, firstByteMs: 900 }],
  ['up', { served: 3, failed: 0, firstByteMs: 9000 }],
  ['slow', { served: 40, failed: 4, firstByteMs: 900 }],
  ['slow', { served: 40, failed: 0, firstByteMs: 2000 }],
  ['down', { served: 2, failed: 2, firstByteMs: 900 }],
  ['down', { served: 0, failed: 1, firstByteMs: undefined }],
] as const)('is %s after %o', (state, now) => {
  expect(stateOf(now, usual)).toBe(state)
})

test('a model that was always slow is not called slow for it', () => {
  expect(stateOf({ served: 40, failed: 0, firstByteMs: 6000 }, { ...usual, firstByteMs: 5000 })).toBe('up')
  expect(stateOf({ served: 40, failed: 0, firstByteMs: 6000 }, { ...usual, firstByteMs: undefined })).toBe('up')
})
