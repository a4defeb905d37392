import { expect, test } from 'bun:test'
import { lastUseOf } from './last-use-of.ts'

const fresh = { created_time: 100, accessed_time: 100, last_used_at: 0, last_used_ip: '', last_used_client: '' }

test('a token that was only created was never used', () => {
  expect(lastUseOf(fresh)).toEqual({ at: 0, from: '' })
  expect(lastUseOf({ ...fresh, accessed_time: 200 })).toEqual({ at: 200, from: '' })
  const used = { ...fresh, accessed_time: 150, last_used_at: 160, last_used_ip: '10.0.0.1' }
  expect(lastUseOf(used)).toEqual({ at: 160, from: '10.0.0.1' })
  expect(lastUseOf({ ...used, last_used_client: 'curl/8.5' })).toEqual({ at: 160, from: '10.0.0.1 · curl/8.5' })
})
