import { expect, test } from 'bun:test'
import { createTurns } from './turns.ts'

test('each owner has one turn at a time, and so many have theirs at once', async () => {
  const turns = createTurns(2)
  const begun: string[] = []
  const take = (owner: string, name: string) => turns.begin(owner).then(() => void begun.push(name))
  const all = [take('a', 'a1'), take('b', 'b1'), take('b', 'b2'), take('a', 'a2'), take('c', 'c1')]
  await Promise.all([all[0], all[1]])
  expect(begun).toEqual(['a1', 'b1'])
  turns.end('a')
  await all[3]
  turns.end('a')
  await all[4]
  // The second of b waits for the first, whoever else has a turn.
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1'])
  turns.end('b')
  await all[2]
  expect(begun).toHaveLength(5)
})
