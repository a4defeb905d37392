import { expect, test } from 'bun:test'
import { Meter } from '../../platform/meters/meter.ts'
import { Admission } from './admission.ts'

const MINUTE_MS = 60_000
const LIMIT = 1000

test('the tokens of turns take the place of the estimate once they exceed it', () => {
  const meter = new Meter('k', (now) => now + MINUTE_MS, { source: undefined, nodes: 1, share: 0.05 })
  const admission = new Admission(100)
  meter.take(100, LIMIT, 0)
  admission.add({ kind: 'tokens', meter, window: meter.window, limit: LIMIT })
  const used = () => meter.read(0).used
  admission.addTokens(60)
  expect(used()).toBe(100)
  admission.addTokens(70)
  expect(used()).toBe(130)
  admission.addTokens(5)
  expect(used()).toBe(135)
  admission.end()
  admission.end(7)
  expect(used()).toBe(135)
})
