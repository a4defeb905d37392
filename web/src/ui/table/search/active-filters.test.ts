import { expect, test } from 'bun:test'
import { activeFilters } from './active-filters.ts'
import { integer, oneOf, text } from './list-search.ts'

const spec = {
  filters: {
    keyword: text({ secret: (word) => word.startsWith('sk-') }),
    status: oneOf([1, 2]),
    not_type: text(),
    range: oneOf(['7d']),
    from: integer(),
    to: integer(),
  },
  sorts: [],
}
const plain = { not: false, secret: false }

test('each filter that is set is one, in the order of the list', () => {
  expect(activeFilters(spec, {})).toEqual([])
  expect(activeFilters(spec, { status: 2, keyword: 'bot', not_type: undefined })).toEqual([
    { ...plain, name: 'keyword', values: ['bot'], clears: ['keyword'] },
    { ...plain, name: 'status', values: [2], clears: ['status'] },
  ])
})

test('a time is one filter, by name or by two moments', () => {
  const time = { ...plain, name: 'range' }
  expect(activeFilters(spec, { range: '7d' })).toEqual([{ ...time, values: ['7d'], clears: ['range'] }])
  expect(activeFilters(spec, { from: 0, to: 9 })).toEqual([{ ...time, values: [0], clears: ['from', 'to'] }])
})

test('what is left out and what is secret is told', () => {
  expect(activeFilters(spec, { not_type: '1\n2', keyword: 'sk-1' })).toEqual([
    { ...plain, secret: true, name: 'keyword', values: ['sk-1'], clears: ['keyword'] },
    { ...plain, not: true, name: 'type', values: ['1', '2'], clears: ['not_type'] },
  ])
})
