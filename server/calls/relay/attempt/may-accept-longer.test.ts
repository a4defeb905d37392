import { expect, test } from 'bun:test'
import { mayAcceptLonger } from './may-accept-longer.ts'

const channel = (fields = {}) => ({ type: 1, baseUrl: '', modelMapping: {}, ...fields })

test.each([
  ['the same model of the same server', {}, false],
  ['a mapping to the same name', { modelMapping: { small: 'small' } }, false],
  ['another model of the same server', { modelMapping: { small: 'large' } }, true],
  ['another server', { baseUrl: 'https://other.example' }, true],
  ['another vendor', { type: 14 }, true],
])('after a request was too long, %s is tried: %p → %p', (_what, fields, tried) => {
  expect(mayAcceptLonger(channel(fields), [channel()], 'small')).toBe(tried)
})
