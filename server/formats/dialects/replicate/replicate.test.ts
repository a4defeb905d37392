import { describe, expect, test } from 'bun:test'
import { BadRequest } from '../dialect.ts'
import { replicate } from './dialect.ts'
import { readPrediction } from './read-prediction.ts'
import { reframeReplicateEvents } from './reframe-events.ts'
import { writeInput } from './write-input.ts'

const LLAMA = 'meta/meta-llama-3-8b-instruct'
const SCHNELL = 'black-forest-labs/flux-schnell'
const asked = (fields: object) => ({ model: 'm', prompt: 'a cat', ...fields })

describe('an input', () => {
  test.each([
    [SCHNELL, '1024x1024', { aspect_ratio: '1:1' }],
    [`${SCHNELL}:abc`, '1792x1024', { aspect_ratio: '16:9' }],
    ['google/imagen-4', '1536x1024', { aspect_ratio: '4:3' }],
    ['google/imagen-4', '9:16', { aspect_ratio: '9:16' }],
    ['recraft-ai/recraft-v3', '1365x1024', { size: '1365x1024' }],
    ['acme/cats', '512x768', { width: 512, height: 768 }],
    ['acme/cats', '3:2', { aspect_ratio: '3:2' }],
    ['acme/cats', 'auto', {}],
  ])('of %s of the size %s', (model, size, expected) => {
    expect(writeInput(asked({ size }), model, false)).toEqual({ prompt: 'a cat', ...expected })
  })

  test('keeps what the caller says in the words of the model', () => {
    const own = { aspect_ratio: '21:9', seed: 3, quality: 'high', image: 'https://x.example/a.png' }
    expect(writeInput(asked({ size: '1024x1024', n: 1, ...own }), SCHNELL, false)).toEqual({ prompt: 'a cat', ...own })
    expect(writeInput(asked({ quality: 'standard', background: 'auto', user: 'u' }), SCHNELL, false)).toEqual({
      prompt: 'a cat',
    })
  })

  test('of an edit has numbers where the form has texts', () => {
    const fields = { prompt: '42', n: '2', seed: '7', go_fast: 'false', image: ['data:,'] }
    expect(writeInput(asked(fields), 'black-forest-labs/flux-dev', true)).toEqual({
      prompt: '42',
      num_outputs: 2,
      seed: 7,
      go_fast: false,
      image: 'data:,',
    })
  })

  test.each([
    ['n', { n: 2 }],
    ['size', { size: 'huge' }],
    ['stream', { stream: 'true' }],
    ['stream', { partial_images: 1 }],
    ['response_format', { response_format: 'svg' }],
    ['mask', { image: ['a'], mask: ['b'] }],
    ['image', { image: ['x'.repeat(10_000_001)] }],
  ])('is refused for %s', (field, fields) => {
    try {
      writeInput(asked(fields), 'black-forest-labs/flux-kontext-pro', 'image' in fields)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(BadRequest)
      expect((error as BadRequest).field).toBe(field)
    }
  })
})

describe('a prediction', () => {
  const read = (fields: object) => {
    const found = readPrediction(JSON.stringify({ id: 'p1', ...fields }), false)
    return 'done' in found ? JSON.parse(found.done) : found
  }
  test.each(['starting', 'processing', 'queued'])('that is %s goes on, even with an output', (status) => {
    expect(read({ status, output: ['https://x.example/half.png'] })).toEqual({ pending: 'p1' })
  })
  test.each([
    ['https://x.example/a.png', [{ url: 'https://x.example/a.png' }]],
    [
      ['a', 'b'],
      [{ url: 'a' }, { url: 'b' }],
    ],
  ])('with the output %j has pictures', (output, data) => {
    const completed_at = '2026-11-26T07:00:04.123Z'
    expect(read({ status: 'succeeded', output, completed_at })).toEqual({ created: 1_795_676_404, data })
  })
  test.each([
    [{ status: 'failed', error: 'out of memory' }, 'out of memory'],
    [{ status: 'failed', error: { detail: 'refused' } }, 'refused'],
    [{ status: 'canceled', error: null }, 'the prediction was canceled'],
    [{ status: 'aborted' }, 'the prediction was aborted'],
    [{ status: 'succeeded', output: null }, 'the prediction has no pictures'],
    [{ status: 'starting', id: '../v1/account' }, 'the prediction is starting and has no id'],
  ])('%j is an error', (fields, message) => {
    expect(read(fields)).toMatchObject({ error: { message, code: 'prediction_failed' } })
  })
  test('of another form is passed on, to be judged as any answer', () => {
    expect(readPrediction('<html>', false)).toEqual({ done: '<html>' })
  })
})

test('pieces of an answer keep their lines and spaces, however the stream is cut', () => {
  const stream =
    ': hi\n\nevent: output\nid: 1:0\ndata:  two\n\nevent: output\ndata: \ndata: \n\nevent: done\ndata: {}\n\n'
  const reframer = reframeReplicateEvents()
  const parts = [...stream].map((letter) => reframer.push(Buffer.from(letter))?.toString() ?? '')
  const events = parts.join('').split('\n\n').filter(Boolean)
  expect(events.map((event) => JSON.parse(event.slice('data: '.length)))).toEqual([
    { event: 'output', data: ' two' },
    { event: 'output', data: '\n' },
    { event: 'done', data: '{}' },
  ])
})

test.each([
  ['openai/o4-mini', { effort: 'minimal' }, 'low'],
  ['openai/gpt-5', { effort: 'xhigh' }, 'high'],
  ['openai/gpt-5.1', { budget: 0 }, 'none'],
  [LLAMA, { effort: 'high' }, undefined],
] as const)('%s reasons as asked: %j', (model, reasoning, expected) => {
  const omitted: string[] = []
  const turns = [{ role: 'user' as const, parts: [{ kind: 'text' as const, text: 'hi' }] }]
  const asked = { system: [], turns, tools: [], stop: [], stream: false, reasoning }
  expect(replicate.writeRequest(asked, model, { omit: (name) => omitted.push(name) })).toMatchObject({
    input: expected ? { reasoning_effort: expected } : { prompt: 'hi' },
  })
  expect(omitted).toEqual(expected ? [] : ['reasoning_effort'])
})
