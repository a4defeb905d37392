import { expect, test } from 'bun:test'
import { inviteLink } from './invite-link.ts'
import { transferProblem } from './transfer.ts'

test('earnings move from one dollar up to all of them', () => {
  const limits = { least: 500_000, available: 700_000 }
  expect(transferProblem(null, limits)).toBe('low')
  expect(transferProblem(Number.NaN, limits)).toBe('unreadable')
  expect(transferProblem(499_999, limits)).toBe('low')
  expect(transferProblem(500_000.5, limits)).toBe('whole')
  expect(transferProblem(700_001, limits)).toBe('high')
  expect(transferProblem(500_000, limits)).toBeNull()
  expect(transferProblem(700_000, limits)).toBeNull()
})

test('an invite link leads to the registration', () => {
  expect(inviteLink('https://switchyard.test/', 'aB3d')).toBe('https://switchyard.test/register?aff=aB3d')
})
