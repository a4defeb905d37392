import { expect, test } from 'bun:test'
import { tokensUsed } from '#contract/prices/price.ts'
import { readClientEvent } from '../../../formats/dialects/realtime/client-events.ts'
import { readServerEvent } from '../../../formats/dialects/realtime/server-events.ts'
import { estimateTokens } from '../../upstream/answers/estimate.ts'
import { Conversation } from './conversation.ts'

/** One second of audio at 24 kHz and 16 bits, and the tokens that are counted for it. */
const SECOND = Buffer.alloc(48_000).toString('base64')
const HEARD = 10
const append = readClientEvent(JSON.stringify({ type: 'input_audio_buffer.append', audio: SECOND }))
const commit = readClientEvent('{"type":"input_audio_buffer.commit"}')
const text = (words: string) =>
  readClientEvent(JSON.stringify({ type: 'conversation.item.create', item: { content: [{ text: words }] } }))
const hear = (conversation: Conversation, event: object) =>
  conversation.handleEvent(readServerEvent(JSON.stringify(event)))

test('sound counts when it becomes a part of the conversation, and not when it is dropped', () => {
  const conversation = new Conversation()
  conversation.addInput(append)
  expect(conversation.input.audio).toBe(0)
  hear(conversation, { type: 'input_audio_buffer.cleared' })
  conversation.addInput(append)
  conversation.addInput(append)
  conversation.addInput(commit)
  expect(conversation.input.audio).toBeCloseTo(2 * HEARD)
  // The upstream reports the same commit.
  hear(conversation, { type: 'input_audio_buffer.committed' })
  expect(conversation.input.audio).toBeCloseTo(2 * HEARD)
})

test('where the upstream hears when somebody speaks, silence is not counted', () => {
  const conversation = new Conversation()
  for (let second = 0; second < 60; second++) conversation.addInput(append)
  hear(conversation, { type: 'input_audio_buffer.speech_started', audio_start_ms: 50_000 })
  hear(conversation, { type: 'input_audio_buffer.speech_stopped', audio_end_ms: 53_000 })
  hear(conversation, { type: 'input_audio_buffer.committed' })
  expect(conversation.input.audio).toBeCloseTo(3 * HEARD)
})

test('a response reads what is new and knows what it read before; one that came to nothing gives it back', () => {
  const conversation = new Conversation()
  conversation.addInput(text('12345678'))
  const input = conversation.startResponse()
  expect(input).toEqual({ text: estimateTokens('12345678'), audio: 0, context: 0 })
  expect(conversation.input.text).toBe(0)
  conversation.restoreInput(input)
  expect(conversation.startResponse()).toEqual(input)
  conversation.setContext(tokensUsed(10, 5))
  conversation.addInput(text('1234'))
  expect(conversation.startResponse()).toEqual({ text: estimateTokens('1234'), audio: 0, context: 15 })
})

test('an upstream that tells of no commits has read the buffer when it answers', () => {
  const conversation = new Conversation()
  conversation.addInput(append)
  expect(conversation.startResponse().audio).toBeCloseTo(HEARD)
  expect(conversation.startResponse().audio).toBe(0)
})

test('sound of telephones has a sixth of the bytes', () => {
  const conversation = new Conversation()
  hear(conversation, {
    type: 'session.updated',
    session: { input_audio_format: 'g711_alaw', output_audio_format: 'g711_alaw' },
  })
  conversation.addInput(append)
  conversation.addInput(commit)
  expect(conversation.input.audio).toBeCloseTo(6 * HEARD)
  expect(conversation.outputAudioTokens(8000)).toBeCloseTo(20)
})
