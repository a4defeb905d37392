import { describe, expect, test } from 'bun:test'
import type { UsageRow } from '#contract/api/statistics.ts'
import { callsLeft } from './calls-left.ts'

const row = (model_name: string, count: number, quota: number): UsageRow => {
  const unused = { token_used: 0, prompt_tokens: 0, completion_tokens: 0, cached_tokens: 0, failed_count: 0 }
  return { id: 1, user_id: 1, username: 'ann', model_name, created_at: 0, count, quota, ...unused }
}

describe('what a balance is good for', () => {
  test('is told in calls of the model that is called most, at what they cost over all hours', () => {
    const rows = [row('dear', 2, 9_000), row('usual', 2, 100), row('usual', 1, 50)]
    expect(callsLeft(1049, rows)).toEqual({ model: 'usual', count: 20 })
  })

  test('is no more exact than two digits', () => {
    expect(callsLeft(393_712, [row('usual', 1, 1)])?.count).toBe(390_000)
    expect(callsLeft(99, [row('usual', 1, 1)])?.count).toBe(99)
    expect(callsLeft(100, [row('usual', 1, 1)])?.count).toBe(100)
  })

  test('is nothing when the balance is used up or overdrawn', () => {
    expect(callsLeft(0, [row('usual', 1, 50)])?.count).toBe(0)
    expect(callsLeft(-7, [row('usual', 1, 50)])?.count).toBe(0)
  })

  test('is not told when nothing was called, or the usual model is free', () => {
    expect(callsLeft(1000, [])).toBeNull()
    expect(callsLeft(1000, [row('free', 9, 0), row('dear', 1, 50)])).toBeNull()
  })
})
