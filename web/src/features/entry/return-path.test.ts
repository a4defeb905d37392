import { expect, test } from 'bun:test'
import { keepReturnPath, keptReturnPath } from './return-path.ts'

function memory(): Storage {
  const values = new Map<string, string>()
  const store: Partial<Storage> = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
  return store as Storage
}

test('the path of the last login that began is kept, and one that asked for none forgets it', () => {
  const store = memory()
  expect(keptReturnPath(store)).toBeUndefined()
  keepReturnPath('/log?type=2', store)
  expect(keptReturnPath(store)).toBe('/log?type=2')
  keepReturnPath(undefined, store)
  expect(keptReturnPath(store)).toBeUndefined()
})

test('what is no path of this site does not count', () => {
  const store = memory()
  keepReturnPath('//example.com', store)
  expect(keptReturnPath(store)).toBeUndefined()
})
