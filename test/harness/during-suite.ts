import { beforeAll } from 'bun:test'
import { LIMIT_MS } from './until.ts'

/** How long a busy machine may take to start a server with a new database; more than hooks are given by default. */
export const START_MS = LIMIT_MS

/** What the surrounding suite makes before its tests, as if it were there already: its members are there from then on. */
export function duringSuite<T extends object>(make: () => Promise<T>): T {
  let made: T | undefined
  beforeAll(async () => {
    made = await make()
  }, START_MS)
  return new Proxy({} as T, {
    get(_, member) {
      if (!made) throw new Error('this is there only from the first test of the suite on')
      return Reflect.get(made, member)
    },
  })
}
