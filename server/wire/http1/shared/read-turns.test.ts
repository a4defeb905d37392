import { expect, test } from 'bun:test'
import { restAfter } from './read-turns.ts'
import { nextTurn } from './turn-budget.ts'

test('connections that deliver much are read one after the other, one in a turn', async () => {
  const order: string[] = []
  const connection = (name: string) => ({
    pause: () => order.push(`${name} rests`),
    resume: () => order.push(`${name} is read`),
  })
  restAfter(512 * 1024, connection('one'))
  restAfter(512 * 1024, connection('other'))
  restAfter(16 * 1024, connection('small'))
  expect(order).toEqual(['one rests', 'other rests'])
  await nextTurn()
  expect(order.slice(2)).toEqual(['one is read'])
  await nextTurn()
  expect(order.slice(3)).toEqual(['other is read'])
})
