import { afterEach, expect, test } from 'bun:test'
import { choiceOf } from './choice.ts'

const read = (value: string) => {
  process.env.TEST_CHOICE = value
  return choiceOf('TEST_CHOICE', ['sqlite', 'postgres'], ['sqlite'])
}
afterEach(() => void delete process.env.TEST_CHOICE)

test('a choice is one word or several with commas, and without a word the usual choice', () => {
  expect(read('postgres')).toEqual(['postgres'])
  expect(read('sqlite,postgres')).toEqual(['sqlite', 'postgres'])
  expect(read('')).toEqual(['sqlite'])
})

test.each(['both', 'sqlite, postgres', 'sqlite,', 'SQLite'])(
  '"%s" is refused with the words that are known',
  (value) => {
    expect(() => read(value)).toThrow('give sqlite or postgres')
  },
)
