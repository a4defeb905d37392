import { describe, expect, test } from 'bun:test'
import { EventBuffer, eventEnd, lastEventEnd } from './events.ts'

describe.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
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
    const first = eventEnd(bytes, 0)
    const second = eventEnd(bytes, first)
    expect(bytes.toString('utf8', first, second)).toBe(`data: 2${end}${end}`)
    expect(eventEnd(bytes, second)).toBe(-1)
    expect(lastEventEnd(bytes)).toBe(second)
  })
})

test('an event of many chunks is not scanned into pieces', () => {
  const buffer = new EventBuffer()
  const event = Buffer.from(`data: ${'x'.repeat(5000)}\n\n`)
  const passed = Array.from({ length: 6 }, (_, i) => buffer.push(event.subarray(i * 1000, (i + 1) * 1000)))
  expect(passed.filter((part) => part !== undefined).map((part) => part.length)).toEqual([event.length])
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
