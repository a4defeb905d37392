import { expect, test } from 'bun:test'
import { FirstByteTimes } from './circuit.ts'

test('the time within which most calls began is known once there are enough', () => {
  const times = new FirstByteTimes()
  for (let n = 0; n < 19; n++) times.add(1000)
  expect(times.quantile(0.95)).toBeUndefined()
  for (let n = 0; n < 81; n++) times.add(1000)
  expect(times.quantile(0.95)).toBeWithin(1000, 1251)
  for (let n = 0; n < 10; n++) times.add(30_000)
  expect(times.quantile(0.5)).toBeWithin(1000, 1251)
  expect(times.quantile(0.95)).toBeWithin(30_000, 37_500)
})

test('older times weigh less, and times beyond all steps count in the last', () => {
  const times = new FirstByteTimes()
  for (let n = 0; n < 5000; n++) times.add(200)
  for (let n = 0; n < 800; n++) times.add(4000)
  expect(times.quantile(0.5)).toBeWithin(4000, 5001)
  times.add(1e9)
  expect(times.quantile(1)).toBeGreaterThan(600_000)
})
