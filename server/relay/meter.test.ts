import { describe, expect, test } from 'bun:test'
import { StreamMeter } from './meter.ts'

const chunk = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`
const text = (content: string) => chunk({ content })
const usageOf = (prompt: number, completion: number) => ({
  usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
})
const FINISH = `data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n`
const USAGE = `data: ${JSON.stringify({ id: 'x', choices: [], ...usageOf(7, 3) })}\n\n`
const DONE = 'data: [DONE]\n\n'

interface Metered {
  passed: string
  tail: string
  tokens: number
  meter: StreamMeter
}

function run(chunks: (string | Buffer)[], usageWanted = false): Metered {
  const meter = new StreamMeter(usageWanted)
  const passed = [...chunks.map((part) => meter.push(Buffer.from(part))), meter.end()]
  return {
    passed: Buffer.concat(passed.filter((part) => part !== undefined)).toString(),
    tail: Buffer.concat(meter.tail).toString(),
    tokens: meter.outputTokens,
    meter,
  }
}

describe.each([
  ['LF', (stream: string) => stream],
  ['CRLF', (stream: string) => stream.replaceAll('\n', '\r\n')],
])('a stream with %s', (_, ends) => {
  const body = ends(chunk({ role: 'assistant', content: '' }) + text('four') + text('四') + FINISH)
  const stream = Buffer.from(body + ends(USAGE + DONE))

  test('is the same wherever it is cut', () => {
    for (let cut = 0; cut <= stream.length; cut++) {
      const { passed, tail, tokens, meter } = run([stream.subarray(0, cut), stream.subarray(cut)])
      expect({ passed, tail, tokens }).toEqual({ passed: body, tail: ends(DONE), tokens: 2 })
      expect(meter.usage).toMatchObject({ input: 7, output: 3 })
      expect(meter.finished).toBe(true)
    }
  })

  test('byte by byte', () => {
    const { passed, tail, tokens } = run([...stream].map((byte) => Buffer.from([byte])))
    expect({ passed, tail, tokens }).toEqual({ passed: body, tail: ends(DONE), tokens: 2 })
  })

  test('keeps the usage chunk for a caller who asked for it', () => {
    expect(run([stream], true).passed).toBe(body + ends(USAGE))
  })
})

describe('usage', () => {
  test.each([
    ['blanks after colons', JSON.stringify({ choices: [], ...usageOf(7, 3) }).replaceAll(':', ': ')],
    ['blanks on both sides', JSON.stringify({ choices: [], ...usageOf(7, 3) }).replaceAll(':', ' : ')],
    ['line breaks for blanks', JSON.stringify({ choices: [], ...usageOf(7, 3) }).replaceAll(':', ':  ')],
  ])('is found with %s', (_, json) => {
    const { passed, meter } = run([text('hi'), `data: ${json}\n\n`, DONE])
    expect(meter.usage).toMatchObject({ input: 7, output: 3 })
    expect(passed).toBe(text('hi'))
  })

  test('is found without a blank after "data:" and behind other fields of the event', () => {
    const json = JSON.stringify({ choices: [], ...usageOf(7, 3) })
    for (const event of [`data:${json}\n\n`, `event: message\nid: 4\ndata: ${json}\n\n`]) {
      expect(run([text('hi'), event, 'data:[DONE]\n\n']).meter.usage).toMatchObject({ input: 7, output: 3 })
    }
  })

  test('that is cumulative counts once, and its chunks pass because they carry text', () => {
    const chunks = [1, 2, 3].map((n) => chunk({ content: 'x' }, usageOf(7, n)))
    const { passed, meter } = run([...chunks, DONE])
    expect(meter.usage).toMatchObject({ input: 7, output: 3 })
    expect(passed).toBe(chunks.join(''))
  })

  test('of null or zero does not hide the real one', () => {
    const { meter } = run([chunk({ content: 'x' }, { usage: null }), USAGE, chunk({}, usageOf(0, 0)), DONE])
    expect(meter.usage).toMatchObject({ input: 7, output: 3 })
  })

  test('that the model talks about is not usage', () => {
    const { passed, meter } = run([text('"usage":{"prompt_tokens":9}'), DONE])
    expect(meter.usage).toBeUndefined()
    expect(passed).toBe(text('"usage":{"prompt_tokens":9}'))
  })
})

describe('output', () => {
  test.each([
    ['tool-call arguments', chunk({ tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }), 2.5],
    ['reasoning', chunk({ reasoning_content: 'eight ch' }), 2],
    ['the older text field', 'data: {"choices":[{"text":"four"}]}\n\n', 1],
    ['blanks after colons', 'data: {"choices": [{"delta": {"content": "four"}}]}\n\n', 1],
    ['a quote and a backslash at the end', text('ab\\"'), 1.5],
  ])('counts %s', (_, event, tokens) => expect(run([event]).tokens).toBe(tokens))

  test('counts every event of a chunk, whatever field its text is in', () => {
    const events = chunk({ reasoning_content: 'four' }) + text('four') + chunk({ tool_calls: [{ arguments: 'four' }] })
    expect(run([events]).tokens).toBe(3)
    expect(run([`${events}${USAGE}${DONE}`]).tokens).toBe(3)
  })

  test('counts a text once that is sent under two names', () => {
    expect(run([chunk({ reasoning_content: 'four', reasoning: 'four' })]).tokens).toBe(1)
  })
})

describe('the end', () => {
  test('keeps the end marker back even when it comes with text', () => {
    const { passed, tail } = run([text('hi') + FINISH + DONE])
    expect({ passed, tail }).toEqual({ passed: text('hi') + FINISH, tail: DONE })
  })

  test('without its blank line is complete all the same', () => {
    const { passed, tail, meter } = run([text('hi'), USAGE, 'data: [DONE]'])
    expect({ passed, tail, finished: meter.finished }).toEqual({
      passed: text('hi'),
      tail: 'data: [DONE]',
      finished: true,
    })
  })

  test('is accepted without a marker if the model said why it stopped', () => {
    expect(run([text('hi'), FINISH]).meter.finished).toBe(true)
    expect(run([text('hi'), FINISH, USAGE], true).meter.finished).toBe(true)
  })

  test('in the middle of an answer is no end, cumulative usage or not', () => {
    expect(run([text('hi')]).meter.finished).toBe(false)
    expect(run([chunk({ content: 'x' }, usageOf(7, 1))]).meter.finished).toBe(false)
    expect(run([]).meter.finished).toBe(false)
  })

  test('of what a model says is no end marker', () => {
    const { passed, meter } = run([text('data: [DONE]')])
    expect({ passed, finished: meter.finished }).toEqual({ passed: text('data: [DONE]'), finished: false })
  })
})

describe('an error event', () => {
  const error = 'data: {"error":{"message":"boom at 10.0.0.7","type":"server_error","code":"x"}}\n\n'

  test('is taken out and kept, and what follows does not make the answer complete', () => {
    const { passed, meter } = run([text('hi') + error + DONE])
    expect(passed).toBe(text('hi'))
    expect(meter.error).toMatchObject({ type: 'server_error', code: 'x' })
    expect(meter.finished).toBe(false)
  })

  test('that comes with a name is one as well', () => {
    expect(run([text('hi'), `event: error\n${error}`]).meter.error).toMatchObject({ code: 'x' })
  })

  test('is not what a model says', () => {
    expect(run([text('data: {"error":{}}')]).meter.error).toBeUndefined()
  })
})
