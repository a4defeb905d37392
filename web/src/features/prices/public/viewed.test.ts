import { expect, test } from 'bun:test'
import type { PublicPrice } from '#contract/api/public-prices.ts'
import { groupsOf, ratioOf, viewedGroup } from './viewed.ts'

const list = { rows: [{ enable_groups: ['vip', 'beta'] } as PublicPrice], ratios: { default: 1, vip: 0.5 } }

test('groups are those with a ratio and those with models', () => {
  expect(groupsOf(list)).toEqual(['beta', 'default', 'vip'])
})

test('a group without a ratio has the ratio 1, however it is called', () => {
  expect(['vip', 'beta', 'constructor'].map((group) => ratioOf(list.ratios, group))).toEqual([0.5, 1, 1])
})

test('a group that does not exist is not viewed', () => {
  expect(['beta', 'none', undefined].map((asked) => viewedGroup(list, asked, 'default'))).toEqual([
    'beta',
    'default',
    'default',
  ])
})
