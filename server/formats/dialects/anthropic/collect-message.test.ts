import { expect, test } from 'bun:test'
import { collectMessage } from './collect-message.ts'

const START = {
  type: 'message_start',
  message: { id: 'm', type: 'message', content: [], stop_reason: null, usage: { input_tokens: 7, output_tokens: 1 } },
}
const END = {
  type: 'message_delta',
  delta: { stop_reason: 'end_turn', stop_sequence: null, container: { id: 'c' } },
  usage: { input_tokens: 0, output_tokens: 3, server_tool_use: { web_search_requests: 1 } },
}
const start = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block })
const more = (index: number, type: string, fields: object) => ({
  type: 'content_block_delta',
  index,
  delta: { type, ...fields },
})

test('blocks are put together, those of the vendor too', () => {
  const result = { type: 'web_search_tool_result', tool_use_id: 's', content: [] }
  const events = [
    START,
    { type: 'ping' },
    start(0, { type: 'thinking', thinking: '', signature: '' }),
    more(0, 'thinking_delta', { thinking: 'Hm' }),
    more(0, 'thinking_delta', { thinking: '.' }),
    more(0, 'signature_delta', { signature: 's1' }),
    start(1, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
    more(1, 'input_json_delta', { partial_json: '{"query":' }),
    more(1, 'input_json_delta', { partial_json: '"a"}' }),
    start(2, result),
    start(3, { type: 'text', text: '' }),
    more(3, 'text_delta', { text: 'Hel' }),
    more(3, 'text_delta', { text: 'lo' }),
    more(3, 'citations_delta', { citation: { url: 'u' } }),
    { type: 'content_block_stop', index: 3 },
    END,
    { type: 'message_stop' },
  ]
  expect(collectMessage(events)).toEqual({
    id: 'm',
    type: 'message',
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 's1' },
      { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'a' } },
      result,
      { type: 'text', text: 'Hello', citations: [{ url: 'u' }] },
    ],
    stop_reason: 'end_turn',
    stop_sequence: null,
    container: { id: 'c' },
    usage: { input_tokens: 7, output_tokens: 3, server_tool_use: { web_search_requests: 1 } },
  })
})

test.each([
  ['that has not ended', [START]],
  ['with a second beginning', [START, START, END]],
  ['with a block out of order', [START, start(5, { type: 'text', text: '' }), END]],
  ['without a beginning', [END]],
])('a stream %s is left to the conversation', (_, events) => expect(collectMessage(events)).toBeUndefined())
