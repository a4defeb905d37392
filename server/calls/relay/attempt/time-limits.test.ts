import { expect, test } from 'bun:test'
import type { Channel } from '../../../formats/providers/channel.ts'
import { createCircuits } from '../../circuits/circuits.ts'
import { firstByteLimit } from './time-limits.ts'

const channel = (first_byte_timeout?: number) => ({ id: 1, settings: { first_byte_timeout } }) as Channel
const call = { model: 'm', stream: true, inputTokens: 0 }

function limit(ms: number, { asked = call, model = 'm', calls = 30, own = 0 } = {}) {
  const circuits = createCircuits()
  for (let n = 0; n < calls; n++) circuits.began(1, asked.model, asked.stream, ms)
  return firstByteLimit(channel(own), model, asked, { circuits }) / 1000
}

test('a limit is what the model usually needs at the channel, within bounds', () => {
  expect(limit(500)).toBe(30)
  expect(limit(20_000)).toBeWithin(80, 101)
  expect(limit(400_000)).toBe(300)
})

test('without enough calls it is the default, and the operator’s own value wins', () => {
  expect(limit(500, { calls: 10 })).toBe(300)
  expect(limit(500, { own: 7 })).toBe(7)
  expect(limit(100_000, { own: 900 })).toBe(900)
})

test('whole answers, models that think and long prompts get more', () => {
  expect(limit(500, { asked: { ...call, stream: false } })).toBe(60)
  expect(limit(500, { model: 'gpt-5' })).toBe(120)
  expect(limit(500, { asked: { ...call, model: 'deepseek-reasoner' } })).toBe(120)
  expect(limit(500, { asked: { ...call, inputTokens: 200_000 } })).toBe(80)
})

test('streams say nothing about whole answers, nor one model about another', () => {
  const circuits = createCircuits()
  for (let n = 0; n < 30; n++) circuits.began(1, 'm', false, 100)
  expect(firstByteLimit(channel(), 'm', call, { circuits })).toBe(300_000)
  expect(firstByteLimit(channel(), 'm', { ...call, stream: false, model: 'n' }, { circuits })).toBe(300_000)
})
