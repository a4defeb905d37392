import { describe, expect, test } from 'bun:test'
import type { Sink } from '../../../wire/http1/shared/response.ts'
import { toArrayStream } from './json-array-stream.ts'

/** Returns what a caller gets, write by write, of a stream that writes these parts and ends with `last`. */
async function written(parts: (string | Buffer)[], last?: string) {
  const texts: string[] = []
  const sink: Sink = {
    write(bytes) {
      texts.push(Buffer.from(bytes as Uint8Array).toString())
      return undefined
    },
    end(bytes) {
      texts.push(Buffer.from(bytes ?? '').toString())
    },
  }
  const body = toArrayStream({
    async run(to) {
      for (const part of parts) to.write(part)
      to.end(last === undefined ? undefined : Buffer.from(last))
    },
    disconnect() {},
  })
  await body.run(sink)
  return texts
}
const parsed = async (...args: Parameters<typeof written>) => JSON.parse((await written(...args)).join(''))

describe('a stream as one JSON array', () => {
  test('has an item for each event, in the moment in which it comes', async () => {
    const texts = await written(['data: {"a":1}\n\n', 'data: {"a":2}\n\n'])
    expect(texts).toEqual(['[{"a":1}', ',\r\n{"a":2}', ']'])
  })

  test('is the same wherever its bytes are cut', async () => {
    const bytes = Buffer.from('data: {"a":"é"}\r\n\r\ndata: {"b":\ndata: 2}\n\n')
    for (let at = 1; at < bytes.length; at++) {
      expect(await parsed([bytes.subarray(0, at), bytes.subarray(at)])).toEqual([{ a: 'é' }, { b: 2 }])
    }
  })

  test('ends with what the end brings, an event without a blank line behind it included', async () => {
    expect(await parsed(['data: 1\n\n'], 'data: 2\n\ndata: 3')).toEqual([1, 2, 3])
    expect(await parsed(['data: 1\n\ndata: 2'])).toEqual([1, 2])
  })

  test('stays valid where comments keep the connection open', async () => {
    expect(await written([': keep-alive\n\n', 'data: 1\n\n', ': keep-alive\n\n'])).toEqual(['\n', '[1', '\n', ']'])
  })

  test('without events is empty', async () => {
    expect(await parsed([])).toEqual([])
  })
})
