import { expect, test } from 'bun:test'
import type { SyncChange } from '#contract/api/price-sync.ts'
import { canApply, chosenAtFirst, countShown, findChanges } from './change-groups.ts'

const change = (model: string, verdict: SyncChange['verdict']): SyncChange => ({
  ...{
    model,
    listed_as: `openai/${model}`,
    source: '',
    verdict,
    reason: null,
    origin: 'builtin',
    percent: 1,
    steps: [],
  },
})
const changes = [
  change('b', 'ready'),
  change('c', 'locked'),
  change('d', 'held'),
  change('a', 'ready'),
  change('e', 'own'),
]
const names = (list: readonly SyncChange[]) => list.map(({ model }) => model).join('')

test('what waits for a decision comes first, then by name', () => {
  expect(names(findChanges(changes, 'all', ''))).toBe('dabce')
})

test('filters and the search leave what they say', () => {
  expect(countShown(changes)).toEqual({ all: 5, ready: 2, held: 1, kept: 2 })
  expect(names(findChanges(changes, 'kept', ''))).toBe('ce')
  expect(names(findChanges(changes, 'all', 'OPENAI/a'))).toBe('a')
})

test('only what needs no confirmation is chosen at first', () => {
  expect([...chosenAtFirst({ changes })].sort()).toEqual(['a', 'b'])
  expect(names(changes.filter(canApply))).toBe('bda')
})
