import { expect, test } from 'bun:test'
import { comparedNames, parseCompareSearch } from './compare-search.ts'

test('a comparison has four different models at most', () => {
  expect(parseCompareSearch({ models: 'a,b,a,,c,d,e' })).toEqual({ models: 'a,b,c,d' })
  expect(parseCompareSearch({ models: ['a'] })).toEqual({})
  expect(parseCompareSearch({})).toEqual({})
  expect(comparedNames('a,b')).toEqual(['a', 'b'])
})
