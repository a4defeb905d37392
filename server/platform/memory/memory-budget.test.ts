import { expect, test } from 'bun:test'
import { ApiError } from '../errors/api-error.ts'
import { createMemoryBudget, type Reservation } from './memory-budget.ts'

const ERRORS = { own: 'too_many_large_calls', others: 'large_calls_everywhere' } as const

/** Reserves bodies of a size until one is refused. */
function fill(
  budget: ReturnType<typeof createMemoryBudget>,
  user: number,
  size: number,
): { reservations: Reservation[]; code: string } {
  for (const reservations: Reservation[] = []; ; ) {
    try {
      reservations.push(budget.reserve(user, size))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      expect(error.retryAfter).toBeGreaterThan(0)
      return { reservations, code: error.code }
    }
  }
}

test('a user alone gets a third of the budget, and again when it is given back', () => {
  const budget = createMemoryBudget(() => 3000, ERRORS)
  const { reservations, code } = fill(budget, 1, 10)
  expect(reservations).toHaveLength(100)
  expect(code).toBe('too_many_large_calls')
  for (const reservation of reservations) {
    reservation.release()
    reservation.release()
  }
  expect(fill(budget, 1, 10).reservations).toHaveLength(100)
})

test('however many are greedy, the budget is never full, and who comes next finds some of it', () => {
  const budget = createMemoryBudget(() => 10_000, ERRORS)
  const sizes = Array.from({ length: 8 }, (_, user) => fill(budget, user, 10).reservations.length * 10)
  expect(Math.min(...sizes)).toBeGreaterThan(0)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(10_000)
  const late = budget.reserve(99, 10)
  late.release()
})

test('who holds nothing and finds no budget is told that it is others', () => {
  const budget = createMemoryBudget(() => 1000, ERRORS)
  const { reservations } = fill(budget, 1, 10)
  expect(() => budget.reserve(2, 400)).toThrow(expect.objectContaining({ code: 'large_calls_everywhere' }))
  for (const reservation of reservations) reservation.release()
  budget.reserve(2, 400).release()
})

test('a body may grow as it comes; what was refused takes nothing', () => {
  const budget = createMemoryBudget(() => 3000, ERRORS)
  const reservation = budget.reserve(1, 0)
  reservation.grow(900)
  expect(() => reservation.grow(200)).toThrow(expect.objectContaining({ code: 'too_many_large_calls' }))
  reservation.grow(100)
  reservation.release()
  budget.reserve(1, 1500).release()
})
