import { describe, expect, test } from 'bun:test'
import { dataOf, hasData, isNamedError } from './sse.ts'

/** Cases from the examples and rules of https://html.spec.whatwg.org/multipage/server-sent-events.html. */
describe('the data of an event', () => {
  test.each([
    ['data: one\n\n', 'one'],
    ['data:one\n\n', 'one'],
    ['data:  one\n\n', ' one'],
    ['data: YHOO\ndata: +2\ndata: 10\n\n', 'YHOO\n+2\n10'],
    ['data: one\r\ndata: two\r\n\r\n', 'one\ntwo'],
    ['data: one\rdata: two\r\r', 'one\ntwo'],
    ['event: add\ndata: 73857293\nid: 1\n\n', '73857293'],
    [': test\ndata: one\n: data: two\n\n', 'one'],
    ['\uFEFFdata: one\nid: 1\n\n', 'one'],
    ['data: one', 'one'],
    ['data:\n\n', ''],
    ['data: a data: b\n\n', 'a data: b'],
    [': data: one\n\n', undefined],
    ['id: 1\nmydata: one\n\n', undefined],
    ['', undefined],
  ])('%j', (event, data) => {
    expect(dataOf(Buffer.from(event))).toBe(data)
    expect(hasData(Buffer.from(event))).toBe(data !== undefined)
  })
})

test.each([
  ['event: error\ndata: x\n\n', true],
  ['data: x\r\nevent:error\r\n\r\n', true],
  ['\uFEFFevent: error\rdata: x\r\r', true],
  ['event: errors\ndata: x\n\n', false],
  ['data: event: error\n\n', false],
])('whether %j is named an error: %p', (event, named) => {
  expect(isNamedError(Buffer.from(event))).toBe(named)
})
