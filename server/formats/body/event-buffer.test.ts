import { describe, expect, test } from 'bun:test'
import { EventBuffer, lastEventEnd, splitEvents } from './event-buffer.ts'

describe.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('with %s', (_, end) => {
  const stream = ['data: {"a":1}', ': comment', 'event: x', 'data: two', '', '', 'data: 三', ''].join(end)
  const whole = Buffer.from(`data: first${end}${end}${stream}${end}`)

  test('the bytes come out as they went in, wherever they are cut', () => {
    for (let cut = 0; cut <= whole.length; cut++) {
      const buffer = new EventBuffer()
      const parts = [buffer.push(whole.subarray(0, cut)), buffer.push(whole.subarray(cut)), buffer.takeRest()]
      expect(Buffer.concat(parts.filter((part) => part !== undefined)).equals(whole)).toBe(true)
    }
  })

  test('only whole events come out before the end', () => {
    const buffer = new EventBuffer()
    const passed: Buffer[] = []
    for (const byte of whole) {
      const events = buffer.push(Buffer.from([byte]))
      if (events) passed.push(events)
    }
    for (const events of passed) expect(events.toString().endsWith(`${end}${end}`)).toBe(true)
    expect(passed.length).toBeGreaterThan(1)
  })

  test('the end of each event is found', () => {
    const bytes = Buffer.from(`data: 1${end}${end}data: 2${end}${end}data: 3`)
    const taken = splitEvents(bytes).map(String)
    expect(taken).toEqual([`data: 1${end}${end}`, `data: 2${end}${end}`, 'data: 3'])
    expect(lastEventEnd(bytes, 0)).toBe(bytes.length - 'data: 3'.length)
  })
})

test('an event of many chunks is not scanned into pieces', () => {
  const buffer = new EventBuffer()
  const event = Buffer.from(`data: ${'x'.repeat(5000)}\n\n`)
  const passed = Array.from({ length: 6 }, (_, i) => buffer.push(event.subarray(i * 1000, (i + 1) * 1000)))
  expect(passed.filter((part) => part !== undefined).map((part) => part.length)).toEqual([event.length])
})

test('different line ends may follow each other in a stream', () => {
  const events = ['data: 1\n\n', 'data: 2\r\r', 'data: 3\r\n\r\n', 'data: 4\n\r\n', 'data: 5\r\n\n', 'data: 6\r\r\n']
  const taken = splitEvents(Buffer.from(events.join(''))).map(String)
  expect(taken).toEqual(events)
})

test('a large event in small pieces is neither copied nor searched again for each of them', () => {
  // 15 MB in pieces of 512 bytes: work per piece that grows with the event would take minutes.
  const buffer = new EventBuffer()
  const piece = Buffer.alloc(512, 'x')
  const count = (15 * 1024 * 1024) / piece.length
  for (let i = 0; i < count; i++) expect(buffer.push(piece)).toBeUndefined()
  const event = buffer.push(Buffer.from('\n\ndata: next'))
  expect(event?.length).toBe(count * piece.length + 2)
  expect(buffer.takeRest()?.toString()).toBe('data: next')
})

test('what was given out does not change when more comes', () => {
  const buffer = new EventBuffer()
  const given = [
    buffer.push(Buffer.from('data: 1')),
    buffer.push(Buffer.from('1\n\ndata: 2')),
    buffer.push(Buffer.from('2')),
    buffer.push(Buffer.from('\n\ndata: 33333333333')),
    buffer.push(Buffer.from('\n\n')),
  ]
  const texts = given.map((part) => part?.toString())
  expect(texts).toEqual([undefined, 'data: 11\n\n', undefined, 'data: 22\n\n', 'data: 33333333333\n\n'])
})

test('what is left behind is given out once', () => {
  const buffer = new EventBuffer()
  buffer.push(Buffer.from('data: 1\n\ndata: 2'))
  expect(buffer.takeRest()?.toString()).toBe('data: 2')
  expect(buffer.takeRest()).toBeUndefined()
})

test('an event without an end is refused before it fills the memory', () => {
  const buffer = new EventBuffer()
  const chunk = Buffer.alloc(9 * 1024 * 1024, 'x')
  buffer.push(chunk)
  expect(() => buffer.push(chunk)).toThrow('too large')
})
