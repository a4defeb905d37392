import { expect, test } from 'bun:test'
import { CallTurns } from './call-turns.ts'

/** Turns of a clock on which every call takes so many milliseconds to begin. */
function turnsOf(callMs: number) {
  let now = 1000
  const later: (() => void)[] = []
  const turns = new CallTurns(
    () => now,
    (act) => void later.push(act),
  )
  const begun: string[] = []
  return {
    begun,
    call: (lane: string) =>
      turns.begin(
        () => lane,
        () => {
          begun.push(lane)
          now += callMs
        },
      ),
    pause: (ms: number) => {
      now += ms
    },
    /** Lets one turn pass; returns whether another one is wanted. */
    turn: () => {
      later.shift()?.()
      return later.length > 0
    },
  }
}

test('few calls begin at once, however many there are in the long run', () => {
  const { begun, call, pause, turn } = turnsOf(0.5)
  for (let calls = 1; calls <= 100; calls++) {
    call('a')
    pause(2)
    expect(begun).toHaveLength(calls)
  }
  expect(turn()).toBe(false)
})

test('of many calls at once a few begin in each turn, and all of them in the end', () => {
  const { begun, call, turn } = turnsOf(0.5)
  for (let calls = 0; calls < 50; calls++) call('a')
  expect(begun).toHaveLength(4)
  let turns = 1
  for (; turn(); turns++) expect(begun.length).toBeLessThanOrEqual(4 * (turns + 1))
  expect(begun).toHaveLength(50)
  expect(turns).toBeGreaterThanOrEqual(12)
})

test('a caller with one call does not wait for one with thousands', () => {
  const { begun, call, turn } = turnsOf(0.5)
  for (let calls = 0; calls < 2000; calls++) call('many')
  call('one')
  call('other')
  turn()
  expect(begun.slice(4)).toEqual(['many', 'one', 'other', 'many'])
  while (turn());
  expect(begun).toHaveLength(2002)
})

test('a call that begins behind others which wait keeps the order of its lane', () => {
  const { begun, call, pause, turn } = turnsOf(3)
  for (const lane of ['a', 'b', 'b', 'b']) call(lane)
  pause(10)
  call('c')
  while (turn());
  expect(begun).toEqual(['a', 'b', 'c', 'b', 'b'])
})

test('a call that takes longer than a turn is alone in it', () => {
  const { begun, call, turn } = turnsOf(5)
  for (let calls = 0; calls < 4; calls++) call('a')
  for (let turns = 1; turns <= 4; turns++, turn()) expect(begun).toHaveLength(turns)
})
