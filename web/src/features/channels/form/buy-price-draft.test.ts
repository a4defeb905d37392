import { expect, test } from 'bun:test'
import { parseBuyPrice } from '#contract/prices/buy-price-schema.ts'
import { draftOf, isWrongCell, jsonOf, NO_CELLS } from './buy-price-draft.ts'

test('a stored price is shown in cells, and written as it was', () => {
  const stored =
    '{"discount":0.8,"currency":"CNY","rate":7.2,"models":{"o3":{"input":1.5,"output":6,"audio_input":3},"mj":{"per_call":0.1}}}'
  const draft = draftOf(stored)!
  expect(draft.models.map(({ name }) => name)).toEqual(['o3', 'mj'])
  expect(draft.models[0]!.cells).toEqual({ input: '1.5', output: '6', cache_read: '', per_call: '' })
  expect(jsonOf(draft)).toBe(stored)
})

test('an empty form is the list price', () => {
  expect(jsonOf(draftOf('')!)).toBe('')
  expect(jsonOf({ ...draftOf('{"currency":"CNY","rate":7}')!, currency: 'USD' })).toBe('')
})

test('what is no number is kept, and refused by the check', () => {
  const json = jsonOf({ ...draftOf('')!, models: [{ name: 'm', cells: { ...NO_CELLS, input: '1,5' }, others: {} }] })
  expect(isWrongCell('1,5')).toBe(true)
  expect(parseBuyPrice(json)).toEqual({ detail: 'models.m.input: must be a number' })
})

test.each(['{', '[]', '{"factor":1}', '{"models":{"m":1}}'])('%s is edited as text', (json) => {
  expect(draftOf(json)).toBeNull()
})
