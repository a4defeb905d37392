import { describe, expect, test } from 'bun:test'
import { audioBytes, readEncoding } from './audio.ts'
import { readClientEvent } from './client-events.ts'
import { readServerEvent } from './server-events.ts'

const hear = (event: object) => readServerEvent(JSON.stringify(event))
const say = (event: object) => readClientEvent(JSON.stringify(event))

describe('an upstream’s event', () => {
  test.each([
    ['response.text.delta', 'abc', 0],
    ['response.output_text.delta', 'abc', 0],
    ['response.audio_transcript.delta', 'abc', 0],
    ['response.output_audio_transcript.delta', 'abc', 0],
    ['response.function_call_arguments.delta', 'abc', 0],
    ['response.mcp_call_arguments.delta', 'abc', 0],
    ['response.audio.delta', '', 6],
    ['response.output_audio.delta', '', 6],
  ])('%s is a piece of an answer', (type, text, sound) => {
    const delta = sound ? Buffer.alloc(sound).toString('base64') : 'abc'
    expect(hear({ type, response_id: 'r', delta })).toEqual({ kind: 'delta', response: 'r', text, sound })
  })

  test('tells how sound is coded and who writes down, in the words of the beta and of today', () => {
    const beta = {
      input_audio_format: 'g711_ulaw',
      output_audio_format: 'pcm16',
      input_audio_transcription: { model: 'w' },
    }
    expect(hear({ type: 'session.updated', session: beta })).toEqual({
      kind: 'session',
      input: 'g711',
      output: 'pcm16',
      transcriber: 'w',
    })
    const audio = {
      input: { format: { type: 'audio/pcm', rate: 24_000 }, transcription: null },
      output: { format: { type: 'audio/pcma' } },
    }
    expect(hear({ type: 'session.created', session: { audio } })).toEqual({
      kind: 'session',
      input: 'pcm16',
      output: 'g711',
      transcriber: undefined,
    })
  })

  test('of the end has usage, state, and what was said', () => {
    const output = [{ content: [{ type: 'output_audio', transcript: 'one ' }, { text: 'two' }] }, { arguments: '{}' }]
    const response = { id: 'r', status: 'completed', output, usage: { input_tokens: 1, output_tokens: 2 } }
    expect(hear({ type: 'response.done', response })).toMatchObject({
      kind: 'done',
      response: 'r',
      status: 'completed',
      text: 'one two{}',
      usage: { input: 1, output: 2 },
    })
  })

  test.each(['', 'no json', '[]', 'null', '{"type":7}', '{"type":"response.done.delta.x"}', '{"delta":"a"}'])(
    '%j means nothing',
    (frame) => expect(readServerEvent(frame)).toEqual({ kind: 'other' }),
  )
  test('that lacks its parts is read all the same', () => {
    expect(hear({ type: 'response.done' })).toMatchObject({ kind: 'done', response: '', usage: undefined })
    expect(hear({ type: 'response.created', response: null })).toEqual({ kind: 'begun', response: '' })
    expect(hear({ type: 'response.output_text.delta' })).toMatchObject({ kind: 'delta', text: '', sound: 0 })
  })
})

describe('a caller’s event', () => {
  test('adds what the model will read', () => {
    const content = [
      { type: 'input_text', text: 'hello' },
      { type: 'input_audio', audio: Buffer.alloc(9).toString('base64') },
    ]
    expect(say({ type: 'conversation.item.create', item: { content } })).toMatchObject({ text: 'hello', sound: 9 })
    const result = { type: 'function_call_output', output: '{"ok":1}' }
    expect(say({ type: 'conversation.item.create', item: result })).toMatchObject({ text: '{"ok":1}' })
    expect(say({ type: 'session.update', session: { instructions: 'Be kind.', tools: [] } })).toMatchObject({
      text: 'Be kind.',
    })
  })
  test('asks, with an input of its own or without', () => {
    expect(say({ type: 'response.create' })).toMatchObject({ asks: true, text: '', sound: 0 })
    const response = { instructions: 'a', input: [{ content: [{ text: 'b' }] }], tools: [{ name: 'f' }] }
    expect(say({ type: 'response.create', response })).toMatchObject({ asks: true, text: 'a[{"name":"f"}]b' })
  })
  test('with sound fills the buffer, which may be emptied', () => {
    const audio = Buffer.alloc(10).toString('base64')
    expect(say({ type: 'input_audio_buffer.append', audio })).toMatchObject({ buffered: 10, sound: 0, commits: false })
    expect(say({ type: 'input_audio_buffer.commit' })).toMatchObject({ commits: true })
  })
  test.each(['', 'no json', '[]', '{"type":"conversation.item.create","item":7}', '{"type":"response.cancel"}'])(
    '%j adds nothing',
    (frame) =>
      expect(readClientEvent(frame)).toMatchObject({ text: '', buffered: 0, sound: 0, commits: false, asks: false }),
  )
})

test.each([0, 1, 2, 3, 4, 100])('%d bytes of base64 are counted without decoding them', (bytes) => {
  expect(audioBytes(Buffer.alloc(bytes).toString('base64'))).toBe(bytes)
})

test('codings that nobody knows are none', () => {
  expect([readEncoding('opus'), readEncoding({ type: 'audio/opus' }), readEncoding(null), readEncoding(3)]).toEqual(
    Array(4).fill(undefined),
  )
})
