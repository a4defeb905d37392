import { describe, expect, test } from 'bun:test'
import type { ChannelPatch } from '#contract/api/channel-batch.ts'
import { difference, hasValues, patchChange } from './batch-fields.ts'

const channel = {
  ...{ id: 7, name: 'main', priority: 0, weight: 5, auto_ban: 1, group: 'default,vip', models: 'a,b,c' },
  limits: '{"rpm":60}',
}

describe('a patch', () => {
  test.each<[ChannelPatch, object, object]>([
    [{ priority: 9, weight: 5 }, { priority: 0 }, { priority: 9 }],
    [{ priority: 0, auto_ban: 0 }, { auto_ban: 1 }, { auto_ban: 0 }],
    [{ models_add: 'c, d ,,e' }, { models: 'a,b,c' }, { models: 'a,b,c,d,e' }],
    [{ models_remove: 'b,x' }, { models: 'a,b,c' }, { models: 'a,c' }],
    [{ models_remove: 'a', models_add: 'A' }, { models: 'a,b,c' }, { models: 'b,c,A' }],
    [{ models: 'z,z' }, { models: 'a,b,c' }, { models: 'z' }],
    [{ models: 'c,b,a' }, { models: 'a,b,c' }, { models: 'c,b,a' }],
    [{ models_remove: 'a,b,c' }, { models: 'a,b,c' }, { models: '' }],
    [{ group_add: 'svip', group_remove: 'default' }, { group: 'default,vip' }, { group: 'vip,svip' }],
    [{ limits: { rpm: 60 } }, {}, {}],
    [{ limits: null }, { limits: '{"rpm":60}' }, { limits: '' }],
    [{ limits_add: { tpm: 5 } }, { limits: '{"rpm":60}' }, { limits: '{"rpm":60,"tpm":5}' }],
    [{ models_add: 'a', models_remove: 'x', group: 'default,vip', priority: 0 }, {}, {}],
  ])('%j changes %j to %j', (patch, before, after) => {
    expect(patchChange(channel, patch)).toEqual({ id: 7, name: 'main', before, after })
  })

  test('leaves a list alone that is only written untidily', () => {
    expect(patchChange({ ...channel, models: ' a, b,c,' }, { models_add: 'b' }).after).toEqual({})
  })
})

test('a difference of two notes is about what a patch can write, and tells whether a channel still is so', () => {
  const noted = difference({ ...channel }, { ...channel, priority: 9, models: 'a', ...{ status: 2 } })
  expect(noted).toEqual({ before: { priority: 0, models: 'a,b,c' }, after: { priority: 9, models: 'a' } })
  expect(hasValues({ ...channel, priority: 9, models: 'a', weight: 77 }, noted.after)).toBe(true)
  expect(hasValues({ ...channel, models: 'a', priority: 8 }, noted.after)).toBe(false)
})
