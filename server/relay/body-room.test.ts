import { expect, test } from 'bun:test'
import { Failure } from '../http/failure.ts'
import { createBodyRoom, type Place } from './body-room.ts'

/** Takes bodies of a size until one is refused. */
function fill(room: ReturnType<typeof createBodyRoom>, user: number, size: number): { places: Place[]; code: string } {
  for (const places: Place[] = []; ; ) {
    try {
      places.push(room.take(user, size))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      expect(error.retryAfter).toBeGreaterThan(0)
      return { places, code: error.code }
    }
  }
}

test('a user alone gets a third of the room, and again when it is given back', () => {
  const room = createBodyRoom(3000)
  const { places, code } = fill(room, 1, 10)
  expect(places).toHaveLength(100)
  expect(code).toBe('too_many_large_calls')
  for (const place of places) {
    place.leave()
    place.leave()
  }
  expect(fill(room, 1, 10).places).toHaveLength(100)
})

test('however many are greedy, the room is never full, and who comes next finds some of it', () => {
  const room = createBodyRoom(10_000)
  const sizes = Array.from({ length: 8 }, (_, user) => fill(room, user, 10).places.length * 10)
  expect(Math.min(...sizes)).toBeGreaterThan(0)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10_000)
  const late = room.take(99, 10)
  late.leave()
})

test('who holds nothing and finds no room is told that it is others', () => {
  const room = createBodyRoom(1000)
  const { places } = fill(room, 1, 10)
  expect(() => room.take(2, 400)).toThrow(expect.objectContaining({ code: 'large_calls_everywhere' }))
  for (const place of places) place.leave()
  room.take(2, 400).leave()
})

test('a body may grow as it comes; what was refused takes nothing', () => {
  const room = createBodyRoom(3000)
  const place = room.take(1, 0)
  place.grow(900)
  expect(() => place.grow(200)).toThrow(expect.objectContaining({ code: 'too_many_large_calls' }))
  place.grow(100)
  place.leave()
  room.take(1, 1500).leave()
})
