import { expect, test } from 'bun:test'
import { collectCompletion } from './collect-completion.ts'

const chunk = (delta: object, more: object = {}) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
})
const END = chunk({}, { finish_reason: 'stop', native_finish_reason: 'STOP' })
const USAGE = { id: 'c', object: 'chat.completion.chunk', choices: [], usage: { prompt_tokens: 3 }, citations: ['a'] }

test('texts go on, and all other fields stay', () => {
  const probability = (token: string) => ({ logprobs: { content: [{ token, logprob: -1 }] } })
  const chunks = [
    chunk({ role: 'assistant', content: '', refusal: null }),
    chunk({ content: 'Hel', reasoning_content: 'Hm' }, probability('Hel')),
    chunk({ content: 'lo', reasoning_content: '.', annotations: [{ type: 'url_citation' }] }, probability('lo')),
  ]
  expect(collectCompletion([...chunks, END, USAGE])).toEqual({
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    usage: { prompt_tokens: 3 },
    citations: ['a'],
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'Hello',
          refusal: null,
          reasoning_content: 'Hm.',
          annotations: [{ type: 'url_citation' }],
        },
        logprobs: {
          content: [
            { token: 'Hel', logprob: -1 },
            { token: 'lo', logprob: -1 },
          ],
        },
        finish_reason: 'stop',
        native_finish_reason: 'STOP',
      },
    ],
  })
})

test('calls of tools are put together by their number', () => {
  const piece = (index: number, more: object) => chunk({ tool_calls: [{ index, ...more }] })
  const chunks = [
    piece(0, { id: 'a', type: 'function', function: { name: 'f', arguments: '' } }),
    piece(1, { id: 'b', type: 'function', function: { name: 'g', arguments: '{}' } }),
    piece(0, { id: 'a', function: { name: 'f', arguments: '{"x"' } }),
    piece(0, { function: { arguments: ':1}' } }),
  ]
  const choices = collectCompletion([...chunks, END])?.choices as { message: object }[]
  expect(choices[0]?.message).toEqual({
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
      { id: 'b', type: 'function', function: { name: 'g', arguments: '{}' } },
    ],
  })
})

test.each([
  ['that have not ended', [chunk({ content: 'a' })]],
  ['without choices', [USAGE]],
  ['with calls that have no number', [chunk({ tool_calls: [{ id: 'a' }] }), END]],
  ['with calls of a number beyond reason', [chunk({ tool_calls: [{ index: 1e9, id: 'a' }] }), END]],
  ['of messages', [{ choices: [{ index: 0, message: { content: 'a' }, finish_reason: 'stop' }] }]],
])('chunks %s are left to the conversation', (_, chunks) => expect(collectCompletion(chunks)).toBeUndefined())
