import { expect, test } from 'bun:test'
import { MAX_VIEWS, readViews, renamed, viewOf, withFirst, withView } from './views.ts'

const views = [
  { name: 'mine', search: 'type=2' },
  { name: 'slow', search: 'sort=-use_time', first: true as const },
]

test('a view is filters, sort and size, in any order; not the page or the open row', () => {
  expect(viewOf('?type=2&p=3&row=42&sort=-quota')).toBe('sort=-quota&type=2')
  expect(viewOf('?sort=-quota&type=2')).toBe(viewOf('?type=2&sort=-quota'))
  expect(viewOf('')).toBe('')
})

test('saving under a name that is there replaces its search and keeps the rest', () => {
  expect(withView(views, 'new', 'a=1')).toEqual([...views, { name: 'new', search: 'a=1' }])
  expect(withView(views, 'slow', 'a=1')).toEqual([views[0]!, { name: 'slow', search: 'a=1', first: true }])
})

test('no view goes for another one: where there are as many as may be, only their searches change', () => {
  const full = Array.from({ length: MAX_VIEWS }, (_, index) => ({ name: `view ${index}`, search: '' }))
  expect(withView(full, 'one more', 'a=1')).toEqual(full)
  expect(withView(full, 'view 0', 'a=1')[0]).toEqual({ name: 'view 0', search: 'a=1' })
})

test('a name that is taken or empty is not given', () => {
  expect(renamed(views, 'mine', 'yours')[0]).toEqual({ name: 'yours', search: 'type=2' })
  expect(renamed(views, 'mine', 'slow')).toEqual(views)
  expect(renamed(views, 'mine', '')).toEqual(views)
})

test('one view at most is the first', () => {
  expect(withFirst(views, 'mine')).toEqual([
    { name: 'mine', search: 'type=2', first: true },
    { name: 'slow', search: 'sort=-use_time' },
  ])
  expect(withFirst(views, undefined).some(({ first }) => first)).toBe(false)
})

test('what the browser kept is taken as far as it fits', () => {
  expect(readViews('x')).toEqual([])
  expect(readViews([null, 7, { name: '' }, { name: 'a' }, { name: 'a', search: 'b', first: 'yes' }])).toEqual([
    { name: 'a', search: 'b' },
  ])
})
