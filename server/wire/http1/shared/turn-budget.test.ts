import { beforeEach, expect, test } from 'bun:test'
import { BYTES_PER_TURN, nextTurn, pieceBytes, TurnBudget } from './turn-budget.ts'

/** Nothing was handled in this turn. */
beforeEach(() => new TurnBudget().after(BYTES_PER_TURN))

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

test('connections that handle much at once have smaller parts of a turn', async () => {
  const streams = Array.from({ length: 8 }, () => new TurnBudget())
  let bytes = 0
  const waiting: Promise<void>[] = []
  for (const stream of streams) {
    for (let turn: Promise<void> | undefined; !turn; ) {
      const piece = Math.min(1024, pieceBytes())
      bytes += piece
      turn = stream.after(piece)
      if (turn) waiting.push(turn)
    }
  }
  expect(bytes).toBeLessThanOrEqual(3 * BYTES_PER_TURN)
  await Promise.all(waiting)
  expect(pieceBytes()).toBe(BYTES_PER_TURN)
})

test('ordinary streams do not wait beside a fast one', async () => {
  const fast = new TurnBudget()
  expect(fast.after(BYTES_PER_TURN)).toBeInstanceOf(Promise)
  const ordinary = Array.from({ length: 50 }, () => new TurnBudget())
  for (const stream of ordinary) expect(stream.after(250)).toBeUndefined()
  await nextTurn()
})
