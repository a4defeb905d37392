import { expect, test } from 'bun:test'
import { speedColour, stateOf } from './channel-status.ts'

test('numbers outside the known statuses are unknown', () => {
  expect([1, 2, 3, 0, 9].map(stateOf)).toEqual(['enabled', 'disabled', 'autoDisabled', 'unknown', 'unknown'])
})

test('the colours of response times change just above 1, 3 and 5 seconds', () => {
  expect([0, 1, 1000, 1001, 3000, 3001, 5000, 5001].map(speedColour)).toEqual([
    'green',
    'green',
    'green',
    'lime',
    'lime',
    'yellow',
    'yellow',
    'red',
  ])
})
