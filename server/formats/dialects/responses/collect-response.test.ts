import { expect, test } from 'bun:test'
import { collectResponse } from './collect-response.ts'

const patch = { type: 'custom_tool_call', call_id: 'a', name: 'apply_patch', input: 'x' }
const message = { type: 'message', content: [] }
const done = (output_index: number, item: object) => ({ type: 'response.output_item.done', output_index, item })
const end = (output: object[]) => ({ type: 'response.completed', response: { id: 'r', status: 'completed', output } })

test('the last event of a stream has the whole response', () => {
  expect(collectResponse([done(0, patch), end([patch])])).toEqual({ id: 'r', status: 'completed', output: [patch] })
})

test('items that it leaves out are those of the events before, in their order', () => {
  expect(collectResponse([done(1, patch), done(0, message), end([])])?.output).toEqual([message, patch])
})

test('a stream that has not ended tells none', () => {
  expect(collectResponse([done(0, patch)])).toBeUndefined()
})
