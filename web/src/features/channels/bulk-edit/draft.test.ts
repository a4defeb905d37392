import { describe, expect, test } from 'bun:test'
import type { Channel } from '#contract/api/channels.ts'
import { type Draft, draftLike, FIELDS, incomplete, newDraft, patchOf } from './draft.ts'

const channel = (fields: Partial<Channel>) =>
  ({ priority: 0, weight: 0, auto_ban: 1, group: 'default', models: 'a,b', limits: null, ...fields }) as Channel
const on = (draft: Draft, ...fields: (typeof FIELDS)[number][]): Draft => ({ ...draft, on: new Set(fields) })

describe('a draft', () => {
  const fresh = newDraft([channel({ priority: 3, weight: 1 }), channel({ priority: 3, weight: 2, auto_ban: 0 })])

  test('begins with what all share, and changes nothing', () => {
    expect(fresh).toMatchObject({ priority: 3, weight: null, auto_ban: false })
    expect(patchOf(fresh)).toEqual({})
    expect(incomplete(fresh)).toEqual([])
  })

  test('sends what is switched on', () => {
    const filled: Draft = { ...fresh, weight: 7, group: { act: 'remove', names: ['vip', 'pro'] } }
    expect(patchOf(on(filled, 'weight', 'group'))).toEqual({ weight: 7, group_remove: 'vip,pro' })
    expect(patchOf(on({ ...filled, models: { act: 'add', names: ['x'] } }, 'models'))).toEqual({ models_add: 'x' })
    expect(patchOf(on({ ...filled, auto_ban: true }, 'auto_ban', 'priority'))).toEqual({ auto_ban: 1, priority: 3 })
  })

  test('can take the values of a channel, and switches nothing on by that', () => {
    const like = draftLike(on(fresh, 'models'), channel({ priority: 9, weight: 5, group: 'vip,pro', models: 'z' }))
    expect(patchOf(like)).toEqual({ models: 'z' })
    expect(patchOf(on(like, ...FIELDS))).toEqual({
      ...{ priority: 9, weight: 5, auto_ban: 1, group: 'vip,pro', models: 'z' },
      limits: null,
    })
  })

  test.each([null, Number.NaN, -1, 1.5, 1_000_001])('with the weight %p is not complete', (weight) => {
    expect(incomplete(on({ ...fresh, weight }, 'weight', 'priority'))).toEqual(['weight'])
    expect(incomplete(on({ ...fresh, weight }, 'priority'))).toEqual([])
  })

  test('with a list that is switched on and empty is not complete', () => {
    expect(incomplete(on(fresh, 'models', 'group', 'auto_ban'))).toEqual(['group', 'models'])
  })
})
