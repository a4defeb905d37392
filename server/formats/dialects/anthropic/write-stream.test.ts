import { expect, test } from 'bun:test'
import { collectAnswer } from '../collect.ts'
import type { ChatEvent } from '../conversation.ts'
import { dataOf } from '../sse.ts'
import { vendorState } from '../vendor-state.ts'
import { anthropic } from './dialect.ts'

const FACTS = { id: 'id1', model: 'm', created: 1, usageWanted: true, inputTokens: 3 }

/** Returns what a reader makes of the written stream. */
function read(said: readonly ChatEvent[]) {
  const writer = anthropic.streamWriter(FACTS)
  const written = said.map((event) => writer.write(event)).join('') + writer.end(undefined) + writer.tail()
  const reader = anthropic.streamReader()
  return written.split('\n\n').flatMap((event) => reader.read(dataOf(Buffer.from(event)) ?? '{}'))
}

test('signed thoughts that follow each other stay apart, each with its signature', () => {
  const thought = (text: string) => ({ kind: 'reasoning', choice: 0, text }) as const
  const proof = (signature: string) => vendorState('anthropic', 'signature', signature)
  const signed = (signature: string) => ({ kind: 'state', choice: 0, state: proof(signature) }) as const
  const said: ChatEvent[] = [
    ...[thought('a'), thought('b'), signed('s1')],
    ...[thought('c'), signed('s2')],
    signed('of what is not shown'),
    { kind: 'state', choice: 0, state: vendorState('anthropic', 'redacted', 'r') },
    ...[thought('d'), signed('s3')],
    { kind: 'text', choice: 0, text: 'Hello' },
    { kind: 'finish', choice: 0, reason: 'stop' },
  ]
  const parts = [
    { kind: 'reasoning', text: 'ab', state: proof('s1') },
    { kind: 'reasoning', text: 'c', state: proof('s2') },
    { kind: 'reasoning', text: '', state: proof('of what is not shown') },
    { kind: 'reasoning', text: '', state: vendorState('anthropic', 'redacted', 'r') },
    { kind: 'reasoning', text: 'd', state: proof('s3') },
    { kind: 'text', text: 'Hello' },
  ] as never
  expect(collectAnswer(said).choices[0]?.parts).toEqual(parts)
  expect(collectAnswer(read(said)).choices[0]?.parts).toEqual(parts)
})

test('a signature ends its own thoughts: later ones are one block, marked as unsigned', () => {
  const thought = (text: string) => ({ kind: 'reasoning', choice: 0, text }) as const
  const writer = anthropic.streamWriter(FACTS)
  const said: ChatEvent[] = [
    thought('a'),
    { kind: 'state', choice: 0, state: vendorState('anthropic', 'signature', 's1') },
    { kind: 'text', choice: 0, text: 'Hello' },
    ...[thought('b'), thought('c')],
    { kind: 'finish', choice: 0, reason: 'stop' },
  ]
  const written = said.map((event) => writer.write(event)).join('')
  const kinds = Array.from(
    written.matchAll(/"type":"(thinking|text|thinking_delta|signature_delta)"/g),
    ([, kind]) => kind,
  )
  expect(kinds).toEqual([
    ...['thinking', 'thinking_delta', 'signature_delta', 'text'],
    ...['thinking', 'thinking_delta', 'thinking_delta', 'signature_delta'],
  ])
})

test('the text that ended an answer is told', () => {
  const said: ChatEvent[] = [
    { kind: 'text', choice: 0, text: 'Hello' },
    { kind: 'finish', choice: 0, reason: 'stop', stopSequence: 'END' },
  ]
  const answer = collectAnswer(read(said))
  expect(answer.choices).toEqual([{ parts: [{ kind: 'text', text: 'Hello' }], finish: 'stop', stopSequence: 'END' }])
  expect(anthropic.writeAnswer(answer, FACTS)).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: 'END' })
  expect(anthropic.readAnswer(anthropic.writeAnswer(answer, FACTS)).choices).toEqual(answer.choices)
})

test.each([40, 52, 64])('an id of %d signs stays within 64, and comes back as the vendor’s', (length) => {
  const id = `call_${'x'.repeat(length - 5)}`
  const answer = {
    choices: [{ parts: [{ kind: 'tool_call', id, name: 'f', arguments: '{}' }], finish: 'tool_calls' }],
    usage: undefined,
  }
  const { content } = anthropic.writeAnswer(answer as never, FACTS) as { content: { id: string }[] }
  expect(content[0]?.id.length).toBeLessThanOrEqual(64)
  const messages = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: content[0]?.id, content: 'r' }] },
  ]
  const read = anthropic.readRequest({ messages, max_tokens: 9 }, false)
  expect(read.turns.flatMap(({ parts }) => parts)).toMatchObject([
    {},
    { kind: 'tool_call', id },
    { kind: 'tool_result', id },
  ])
})
