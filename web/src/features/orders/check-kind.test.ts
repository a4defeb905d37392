import { expect, test } from 'bun:test'
import { checkKind } from './check-kind.ts'

test('what a gateway says of an order is told apart from what came of it', () => {
  expect(checkKind('unpaid', 'none')).toBe('unpaid')
  expect(checkKind('unknown', 'none')).toBe('unknown')
  expect(checkKind('paid', 'credited')).toBe('credited')
  expect(checkKind('paid', 'already')).toBe('already')
  expect(checkKind('paid', 'other_amount')).toBe('refused')
})
