import { expect, test } from 'bun:test'
import { pick } from './pick.ts'

const row = { id: 1, name: 'a', key: 'secret' }

test('copies the named fields alone', () => {
  expect(pick(row, 'id name')).toEqual({ id: 1, name: 'a' })
})

test('a name that the object lacks does not compile', () => {
  // @ts-expect-error `nmae` is no field.
  expect(pick(row, 'id nmae')).toEqual({ id: 1, nmae: undefined } as object)
})
