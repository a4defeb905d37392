import { expect, test } from 'bun:test'
import { BYTES_PER_TURN, TurnBudget } from './turn-budget.ts'

test('a connection goes on at once until it has handled the bytes of a turn, and then lets another task run', async () => {
  const turns = new TurnBudget()
  expect(turns.after(BYTES_PER_TURN - 1)).toBeUndefined()
  const order: string[] = []
  setImmediate(() => order.push('another task'))
  const turn = turns.after(1)
  expect(turn).toBeInstanceOf(Promise)
  await turn
  order.push('the connection')
  expect(order).toEqual(['another task', 'the connection'])
  expect(turns.after(BYTES_PER_TURN - 1)).toBeUndefined()
})
