import { expect, test } from 'bun:test'
import { urlSearch } from './url-search.ts'

test.each([
  ['?p=2', { p: 2 }],
  ['?name=ann', { name: 'ann' }],
  ['?name=%2242%22', { name: '42' }],
  ['?on=true', { on: true }],
  ['?id=17320551968281329', { id: '17320551968281329' }],
  ['?id=1289467839402356737', { id: '1289467839402356737' }],
])('%s is read and written without loss', (url, search) => {
  expect(urlSearch.parseSearch(url)).toEqual(search)
  expect(urlSearch.stringifySearch(search)).toBe(url)
})
