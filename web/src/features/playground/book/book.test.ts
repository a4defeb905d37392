import { expect, test } from 'bun:test'
import {
  type Book,
  freeLaneId,
  lanesOf,
  MAX_ENTRIES,
  nameOf,
  readBook,
  withEntry,
  withLanes,
  withName,
  without,
  withQuestion,
} from './book.ts'

const LANES = [{ id: '1', model: 'gpt-4o' }]
const EMPTY: Book = { ...readBook(null), lanes: LANES }
const names = (book: Book) => book.entries.map(({ name }) => name)

test('a conversation is listed from its first question on, named after it, latest first', () => {
  const one = withQuestion(EMPTY, 'a', 'Which way?\nNorth or south', 1)
  const two = withQuestion(one, 'b', 'How far?', 2)
  expect(names(two)).toEqual(['How far?', 'Which way?'])
  expect(names(withQuestion(two, 'a', 'And back?', 3))).toEqual(['Which way?', 'How far?'])
  expect(two.open).toBe('b')
  expect(nameOf('x'.repeat(80))).toBe(`${'x'.repeat(60)}…`)
})

test('a name of the user stays, a deleted conversation comes back to its place', () => {
  const book = withName(withQuestion(withQuestion(EMPTY, 'a', 'one', 1), 'b', 'two', 2), 'a', 'Mine')
  expect(names(withQuestion(book, 'a', 'more', 3))).toEqual(['Mine', 'two'])
  const [, entry] = book.entries
  expect(names(without(book, 'a'))).toEqual(['two'])
  expect(names(withEntry(without(book, 'a'), entry!))).toEqual(['two', 'Mine'])
})

test('beyond the limit the oldest conversation leaves', () => {
  let book = EMPTY
  for (let at = 0; at <= MAX_ENTRIES; at++) book = withQuestion(book, `c${at}`, `question ${at}`, at)
  expect(book.entries).toHaveLength(MAX_ENTRIES)
  expect(names(book).at(-1)).toBe('question 1')
})

test('models belong to a conversation, and the next one begins with them', () => {
  const book = withQuestion(EMPTY, 'a', 'one', 1)
  const two = [...LANES, { id: freeLaneId(LANES), model: 'claude' }]
  const changed = withLanes(book, 'b', two)
  expect(lanesOf(changed, 'a')).toEqual(LANES)
  expect(lanesOf(changed, 'new')).toEqual([...LANES, { id: '2', model: 'claude' }])
})

test('what is stored by an earlier version or by others is read as far as it means something', () => {
  expect(readBook({ settings: { model: 'gpt-4o', temperature: 9, group: 3 }, entries: [1, { id: '../x' }] })).toEqual({
    settings: { ...readBook(null).settings, temperature: 1 },
    lanes: LANES,
    open: 'first',
    entries: [],
  })
  expect(readBook({ settings: 3, lanes: [{}], open: 'a b', entries: 'none' })).toEqual(readBook(null))
})
