import { describe, expect, test } from 'bun:test'
import { OpenAIAnswerStream } from './openai-answer-stream.ts'

const chunk = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`
const text = (content: string) => chunk({ content })
const usageOf = (prompt: number, completion: number) => ({
  usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
})
const FINISH = `data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n`
const USAGE = `data: ${JSON.stringify({ id: 'x', choices: [], ...usageOf(7, 3) })}\n\n`
const DONE = 'data: [DONE]\n\n'

interface ReadStream {
  passed: string
  tail: string
  tokens: number
  stream: OpenAIAnswerStream
}

function run(chunks: (string | Buffer)[], usageWanted = false): ReadStream {
  const stream = new OpenAIAnswerStream(usageWanted)
  const passed = [...chunks.map((part) => stream.push(Buffer.from(part))), stream.end()]
  return {
    passed: Buffer.concat(passed.filter((part) => part !== undefined)).toString(),
    tail: Buffer.concat(stream.tail).toString(),
    tokens: Math.round(stream.outputTokens),
    stream,
  }
}

describe.each([
  ['LF', (stream: string) => stream],
  ['CRLF', (stream: string) => stream.replaceAll('\n', '\r\n')],
  ['CR', (stream: string) => stream.replaceAll('\n', '\r')],
])('a stream with %s', (_, ends) => {
  const body = ends(chunk({ role: 'assistant', content: '' }) + text('four') + text('四') + FINISH)
  const bytes = Buffer.from(body + ends(USAGE + DONE))

  test('is the same wherever it is cut', () => {
    for (let cut = 0; cut <= bytes.length; cut++) {
      const { passed, tail, tokens, stream } = run([bytes.subarray(0, cut), bytes.subarray(cut)])
      expect({ passed, tail, tokens }).toEqual({ passed: body, tail: ends(DONE), tokens: 2 })
      expect(stream.usage).toMatchObject({ input: 7, output: 3 })
      expect(stream.isComplete).toBe(true)
    }
  })

  test('byte by byte', () => {
    const { passed, tail, tokens } = run([...bytes].map((byte) => Buffer.from([byte])))
    expect({ passed, tail, tokens }).toEqual({ passed: body, tail: ends(DONE), tokens: 2 })
  })

  test('keeps the usage chunk for a caller who asked for it', () => {
    expect(run([bytes], true).passed).toBe(body + ends(USAGE))
  })
})

test('of several answers all must have ended, unless there is an end marker or the usage', () => {
  const end = (index: number) => `data: {"choices":[{"index":${index},"delta":{},"finish_reason":"stop"}]}\n\n`
  const finished = (...events: string[]) => {
    const stream = new OpenAIAnswerStream(false, 2)
    for (const event of events) stream.push(Buffer.from(event))
    stream.end()
    return stream.isComplete
  }
  expect(finished(text('a'), end(0))).toBe(false)
  expect(finished(text('a'), end(0), end(0))).toBe(false)
  expect(finished(text('a'), end(1), text('b'), end(0))).toBe(true)
  expect(finished(text('a'), end(0), DONE)).toBe(true)
  expect(finished(text('a'), end(0), USAGE)).toBe(true)
  const whole = { object: 'chat.completion', choices: [{ message: { content: 'a' }, finish_reason: 'stop' }] }
  expect(finished(text('a'), `data: ${JSON.stringify({ ...whole, ...usageOf(7, 3) })}\n\n`)).toBe(true)
})

describe('usage', () => {
  test.each([
    ['blanks after colons', JSON.stringify({ choices: [], ...usageOf(7, 3) }).replaceAll(':', ': ')],
    ['blanks on both sides', JSON.stringify({ choices: [], ...usageOf(7, 3) }).replaceAll(':', ' : ')],
    ['line breaks for blanks', JSON.stringify({ choices: [], ...usageOf(7, 3) }).replaceAll(':', ':  ')],
  ])('is found with %s', (_, json) => {
    const { passed, stream } = run([text('hi'), `data: ${json}\n\n`, DONE])
    expect(stream.usage).toMatchObject({ input: 7, output: 3 })
    expect(passed).toBe(text('hi'))
  })

  test('is found without a blank after "data:" and behind other fields of the event', () => {
    const json = JSON.stringify({ choices: [], ...usageOf(7, 3) })
    for (const event of [`data:${json}\n\n`, `event: message\nid: 4\ndata: ${json}\n\n`]) {
      expect(run([text('hi'), event, 'data:[DONE]\n\n']).stream.usage).toMatchObject({ input: 7, output: 3 })
    }
  })

  test('that is cumulative counts once, and its chunks pass because they carry text', () => {
    const chunks = [1, 2, 3].map((n) => chunk({ content: 'x' }, usageOf(7, n)))
    const { passed, stream } = run([...chunks, DONE])
    expect(stream.usage).toMatchObject({ input: 7, output: 3 })
    expect(passed).toBe(chunks.join(''))
  })

  test('is found in the last choice, where Moonshot has it, and a later one at the top replaces it', () => {
    const choice = { index: 0, delta: {}, finish_reason: 'stop', ...usageOf(8, 3) }
    const event = `data: ${JSON.stringify({ choices: [choice] })}\n\n`
    const { passed, stream } = run([text('hi'), event, DONE])
    expect(stream.usage).toMatchObject({ input: 8, output: 3 })
    expect(passed).toBe(text('hi') + event)
    expect(run([text('hi'), event, USAGE, DONE]).stream.usage).toMatchObject({ input: 7, output: 3 })
  })

  test('of null or zero does not hide the real one', () => {
    const { stream } = run([chunk({ content: 'x' }, { usage: null }), USAGE, chunk({}, usageOf(0, 0)), DONE])
    expect(stream.usage).toMatchObject({ input: 7, output: 3 })
  })

  test('that the model talks about is not usage', () => {
    const { passed, stream } = run([text('"usage":{"prompt_tokens":9}'), DONE])
    expect(stream.usage).toBeUndefined()
    expect(passed).toBe(text('"usage":{"prompt_tokens":9}'))
  })
})

describe('output', () => {
  test.each([
    ['tool-call arguments', chunk({ tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }), 3],
    ['reasoning', chunk({ reasoning_content: 'eight ch' }), 2],
    ['the older text field', 'data: {"choices":[{"text":"four"}]}\n\n', 1],
    ['blanks after colons', 'data: {"choices": [{"delta": {"content": "four"}}]}\n\n', 1],
    ['a quote and a backslash at the end', text('ab\\"'), 2],
  ])('counts %s', (_, event, tokens) => expect(run([event]).tokens).toBe(tokens))

  test('counts every event of a chunk, whatever field its text is in', () => {
    const events =
      chunk({ reasoning_content: 'four ' }) + text('four ') + chunk({ tool_calls: [{ arguments: 'four ' }] })
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
    const { passed, tail, stream } = run([text('hi'), USAGE, 'data: [DONE]'])
    expect({ passed, tail, finished: stream.isComplete }).toEqual({
      passed: text('hi'),
      tail: DONE,
      finished: true,
    })
  })

  test('is accepted without a marker if the model said why it stopped', () => {
    expect(run([text('hi'), FINISH]).stream.isComplete).toBe(true)
    expect(run([text('hi'), FINISH, USAGE], true).stream.isComplete).toBe(true)
  })

  test('in the middle of an answer is no end, cumulative usage or not', () => {
    expect(run([text('hi')]).stream.isComplete).toBe(false)
    expect(run([chunk({ content: 'x' }, usageOf(7, 1))]).stream.isComplete).toBe(false)
    expect(run([]).stream.isComplete).toBe(false)
  })

  test('in the middle of an event leaves that event out', () => {
    const { passed, tokens } = run([text('four'), text('lost').slice(0, -20)])
    expect({ passed, tokens }).toEqual({ passed: text('four'), tokens: 1 })
  })

  test('gets the blank line that it lacks, so that more may follow', () => {
    const { passed, stream } = run([text('hi'), FINISH.trimEnd()])
    expect({ passed, finished: stream.isComplete }).toEqual({ passed: text('hi') + FINISH, finished: true })
  })

  test('behind which only a comment comes is an end', () => {
    const { passed, stream } = run([text('hi'), FINISH, ': bye\n\n'])
    expect({ passed, finished: stream.isComplete }).toEqual({
      passed: `${text('hi')}${FINISH}: bye\n\n`,
      finished: true,
    })
  })

  test('is not what a report of usage at the beginning says', () => {
    for (const more of [text('hi'), chunk({ role: 'assistant' }), chunk({ audio: { data: 'UklGRg==' } })]) {
      expect(run([USAGE, more]).stream.isComplete).toBe(false)
    }
  })

  test('of what a model says is no end marker', () => {
    const { passed, stream } = run([text('data: [DONE]')])
    expect({ passed, finished: stream.isComplete }).toEqual({ passed: text('data: [DONE]'), finished: false })
  })
})

describe('an error event', () => {
  const error = 'data: {"error":{"message":"boom at 10.0.0.7","type":"server_error","code":"x"}}\n\n'

  test('is taken out and kept, and what follows does not make the answer complete', () => {
    const { passed, stream } = run([text('hi') + error + DONE])
    expect(passed).toBe(text('hi'))
    expect(stream.error).toMatchObject({ type: 'server_error', code: 'x' })
    expect(stream.isComplete).toBe(false)
  })

  test('that comes with a name is one as well', () => {
    expect(run([text('hi'), `event: error\n${error}`]).stream.error).toMatchObject({ code: 'x' })
  })

  test('is not what a model says', () => {
    expect(run([text('data: {"error":{}}')]).stream.error).toBeUndefined()
  })
})

describe('every form of an event that the standard allows', () => {
  const usage = JSON.stringify({ choices: [], ...usageOf(7, 3) })
  const error = '{"error":{"message":"boom","type":"server_error","code":"x"}}'
  const forms: [string, (data: string) => string][] = [
    ['a field behind the data', (data) => `data: ${data}\nid: 3\n\n`],
    ['a field before the data', (data) => `event: message\nid: 3\ndata: ${data}\n\n`],
    ['a comment before and behind', (data) => `: before\ndata: ${data}\n: behind\n\n`],
    ['a comment that looks like data', (data) => `: data: 1\ndata: ${data}\n\n`],
    ['no blank behind the colon', (data) => `data:${data}\nretry:5\n\n`],
    ['CRLF', (data) => `id: 3\r\ndata: ${data}\r\nid: 3\r\n\r\n`],
    ['CR', (data) => `id: 3\rdata: ${data}\rid: 3\r\r`],
    ['a byte order mark', (data) => `\uFEFFdata: ${data}\n\n`],
  ]
  const split = (data: string) => `data: ${data.replaceAll(':{', ':\ndata: {')}\nid: 4\n\n`

  test.each([...forms, ['several data lines', split] as const])('%s: usage', (_, form) => {
    const { passed, stream } = run([form(usage), text('hi'), DONE])
    expect(stream.usage).toMatchObject({ input: 7, output: 3 })
    expect(passed).toBe(text('hi'))
  })

  test.each([...forms, ['several data lines', split] as const])('%s: error', (_, form) => {
    const { passed, stream } = run([form(error)])
    expect(stream.error).toMatchObject({ message: 'boom', type: 'server_error', code: 'x' })
    expect(passed).toBe('')
  })

  test.each(forms)('%s: end marker', (_, form) => {
    const said = text('a')
    const { passed, tail, stream } = run([said, form('[DONE]')])
    expect({ passed, tail, finished: stream.isComplete }).toEqual({
      passed: said,
      tail: form('[DONE]'),
      finished: true,
    })
  })

  test.each([
    ['an object', '{"message":"boom at 10.0.0.7"}', 'boom at 10.0.0.7'],
    ['plain text', 'boom at 10.0.0.7', 'boom at 10.0.0.7'],
  ])('the name "error" alone: %s', (_, data, message) => {
    const { passed, stream } = run([text('hi'), `event: error\ndata: ${data}\n\n`])
    expect(passed).toBe(text('hi'))
    expect(stream.error?.message).toBe(message)
  })
})

describe('events that repeat the answer so far, as Perplexity sends them', () => {
  const event = (object: string, said: string, soFar: string, order: 'delta' | 'message' = 'delta') => {
    const delta = { delta: { content: said } }
    const message = { message: { role: 'assistant', content: soFar, note: 'a "brace" }' } }
    const both = order === 'delta' ? { ...delta, ...message } : { ...message, ...delta }
    return `data: ${JSON.stringify({ object, choices: [{ index: 0, ...both, finish_reason: null }], ...usageOf(7, 3) })}\n\n`
  }
  test.each(['delta', 'message'] as const)('count what is new (%s first)', (order) => {
    const stream = [
      event('chat.completion.chunk', 'four ', 'four ', order),
      event('chat.completion.chunk', 'four ', 'four four ', order),
    ]
    const { passed, tokens } = run(stream)
    expect(passed).toBe(stream.join(''))
    expect(tokens).toBe(2)
  })
  test('keep what is new, whatever they are called', () => {
    const one = event('chat.completion', 'four', 'four')
    expect(run([one])).toMatchObject({ passed: one, tokens: 1 })
  })
})

describe('a last event that repeats the answer, as MiniMax sends it', () => {
  const choice = { index: 0, finish_reason: 'stop', message: { content: 'four', role: 'assistant' } }
  const repetition = `data: ${JSON.stringify({ choices: [choice], object: 'chat.completion', ...usageOf(7, 3) })}\n\n`

  test('goes on as a chunk without text, and counts none', () => {
    const { passed, tokens, stream } = run([text('four'), repetition])
    const last = { index: 0, finish_reason: 'stop', delta: {} }
    const chunk = JSON.stringify({ choices: [last], object: 'chat.completion.chunk', ...usageOf(7, 3) })
    expect(passed).toBe(`${text('four')}data: ${chunk}\n\n`)
    expect({ tokens, finished: stream.isComplete }).toEqual({ tokens: 1, finished: true })
    expect(stream.usage).toMatchObject({ input: 7, output: 3 })
  })

  test('is an error when its result is one', () => {
    const base_resp = { status_code: 1027, status_msg: 'output sensitive' }
    const event = `data: ${JSON.stringify({ choices: null, base_resp, usage: { total_tokens: 0 } })}\n\n`
    const { passed, stream } = run([text('four'), event])
    expect(passed).toBe(text('four'))
    expect(stream.error).toMatchObject({ message: 'output sensitive', code: 1027 })
  })

  test('is not what a model writes about', () => {
    const event = chunk({ content: '"chat.completion"' }, usageOf(7, 3))
    expect(run([event, DONE]).passed).toBe(event)
  })
})

describe('a stream of nothing', () => {
  const ROLE = chunk({ role: 'assistant', content: '' })
  test.each([
    ['a marker', [DONE]],
    ['usage alone', [USAGE, DONE]],
    ['the role alone', [ROLE, USAGE, DONE]],
  ])('with %s has not finished', (_, stream) => expect(run(stream).stream.isComplete).toBe(false))

  test.each([
    ['a reason', [ROLE, FINISH, USAGE, DONE]],
    ['a text and no reason', [text('a'), USAGE, DONE]],
  ])('but one with %s has', (_, stream) => expect(run(stream).stream.isComplete).toBe(true))
})

test('an error behind the end of an answer is no failure, and its usage counts', () => {
  const late = `data: ${JSON.stringify({ error: { code: 400, message: 'limit' }, choices: [], ...usageOf(43, 10) })}\n\n`
  const { stream, passed } = run([text('a'), FINISH, late, DONE])
  expect(stream.isComplete).toBe(true)
  expect(stream.error).toBeUndefined()
  expect(stream.usage).toMatchObject({ input: 43, output: 10 })
  expect(passed).toBe(text('a') + FINISH)
})

test('the failure of a vendor inside of a choice is an error', () => {
  const failed = { choices: [{ index: 0, delta: {}, error: { code: 502, message: 'gone' }, finish_reason: 'error' }] }
  expect(run([text('a'), `data: ${JSON.stringify(failed)}\n\n`]).stream.error).toMatchObject({
    message: 'gone',
    code: 502,
  })
})

describe('usage of a stream is found', () => {
  const counts = { prompt_tokens: 7, completion_tokens: 3 }
  test.each([
    ["in Groq's own part", { x_groq: { usage: counts } }],
    ['under the names of Google', { usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3 } }],
    ['among timings of the last chunk', { timings: { prompt_n: 7, predicted_n: 3 } }],
    ['as texts', { usage: { prompt_tokens: '7', completion_tokens: '3' } }],
  ])('%s', (_, more) => {
    const last = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], ...more })}\n\n`
    expect(run([text('a'), last, DONE]).stream.usage).toMatchObject({ input: 7, output: 3 })
  })

  test('and a later report of one side leaves the other', () => {
    const later = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 0, completion_tokens: 9, total_tokens: 9 } })}\n\n`
    expect(run([text('a'), FINISH, USAGE, later, DONE]).stream.usage).toMatchObject({ input: 7, output: 9 })
  })
})
