import { describe, expect, test } from 'bun:test'
import {
  flag,
  integer,
  type ListSpec,
  nextSort,
  oneOf,
  parseListSearch,
  searchOfState,
  stateOfSearch,
  text,
} from './list-search.ts'

const spec = {
  filters: {
    keyword: text(),
    key: text({ secret: true }),
    any: text({ secret: (value) => value.startsWith('sk-') }),
    status: oneOf([1, 2, 3]),
    from: integer({ min: 0 }),
    live: flag(),
  },
  sorts: ['id', 'used_quota'],
} satisfies ListSpec

const defined = (search: object) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

describe('a list URL', () => {
  test('an empty URL is the default state, and the default state is an empty URL', () => {
    const state = stateOfSearch(spec, {}, 20)
    expect(state).toEqual({ page: 1, size: 20, sort: null, filters: {} })
    expect(defined(searchOfState(spec, state, 20))).toEqual({})
  })

  test('survives the way there and back', () => {
    const search = { p: 3, size: 50, sort: '-used_quota', keyword: 'bot', status: 2, from: 0, live: true } as const
    const state = stateOfSearch(spec, parseListSearch(spec, search), 10)
    expect(state.sort).toEqual({ id: 'used_quota', descending: true })
    expect(defined(searchOfState(spec, state, 10))).toEqual(search)
  })

  test('values that make no sense fall back without an error', () => {
    const raw = { p: '-4', size: 33, sort: 'password', keyword: '   ', status: 9, from: 'soon', live: 'yes', other: 1 }
    expect(parseListSearch(spec, raw)).toEqual({})
    expect(parseListSearch(spec, { p: 1.5, size: null, sort: ['id'], keyword: {}, status: [], from: null })).toEqual({})
  })

  test('digits typed into a text filter stay text', () => {
    expect(parseListSearch(spec, { keyword: 42 })).toEqual({ keyword: '42' })
  })

  test('a secret filter is neither read from nor written to the URL', () => {
    expect(parseListSearch(spec, { key: 'sk-abc' })).toEqual({})
    expect(parseListSearch(spec, { any: 'sk-abc' })).toEqual({})
    expect(parseListSearch(spec, { any: 'main' })).toEqual({ any: 'main' })
    const state = { page: 1, size: 10, sort: null, filters: { key: 'sk-abc' } } as const
    expect(defined(searchOfState(spec, state, 10))).toEqual({})
  })

  test('a size other than the remembered one is written, the remembered one is not', () => {
    const state = stateOfSearch(spec, { size: 10 }, 50)
    expect(state.size).toBe(10)
    expect(searchOfState(spec, state, 50).size).toBe(10)
    expect(searchOfState(spec, state, 10).size).toBeUndefined()
  })
})

test('pressing a header goes up, down, and back to the list’s own order', () => {
  const up = nextSort(null, 'id')
  const down = nextSort(up, 'id')
  expect([up, down, nextSort(down, 'id')]).toEqual([
    { id: 'id', descending: false },
    { id: 'id', descending: true },
    null,
  ])
  expect(nextSort(down, 'used_quota')).toEqual({ id: 'used_quota', descending: false })
})
