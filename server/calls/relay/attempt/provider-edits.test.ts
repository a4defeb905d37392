import { expect, test } from 'bun:test'
import { scanFields } from '../../../formats/body/scan-fields.ts'
import { editFields } from '../../../formats/body/splice.ts'
import { relayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { providerEdits, providerRulesOf } from './provider-edits.ts'

const history = [
  { role: 'user', content: 'a' },
  { role: 'assistant', content: 'x', reasoning_content: 'because' },
]

function sent(channel: Pick<Channel, 'type' | 'baseUrl'>, messages: unknown) {
  const bytes = Buffer.from(JSON.stringify({ model: 'm', messages }))
  const rules = providerRulesOf(channel as Channel)
  const body = { bytes, fields: scanFields(bytes) }
  const endpoint = relayEndpoint('/v1/chat/completions')
  if (!endpoint) throw new Error('no endpoint')
  return JSON.parse(editFields(body, rules ? providerEdits(body, endpoint, rules) : {}).toString()).messages
}

test.each([
  [{ type: 42, baseUrl: '' }],
  [{ type: 42, baseUrl: 'https://proxy.example' }],
  [{ type: 1001, baseUrl: '' }],
  [{ type: 1, baseUrl: 'https://api.groq.com/openai/v1' }],
  [{ type: 1, baseUrl: 'https://api.mistral.ai/v1' }],
  [{ type: 1, baseUrl: 'https://api.cerebras.ai' }],
])('reasoning of other vendors is left out of a history for one that refuses it: %j', (channel) => {
  expect(sent(channel, history)).toEqual([history[0], { role: 'assistant', content: 'x' }])
})

test.each([[{ type: 1, baseUrl: '' }], [{ type: 1, baseUrl: 'https://api.example' }], [{ type: 43, baseUrl: '' }]])(
  'other channels get it: %j',
  (channel) => expect(sent(channel, history)).toEqual(history),
)

test('ids and fields are both fitted for Mistral', () => {
  const call = { id: 'call_from_elsewhere', type: 'function', function: { name: 'f', arguments: '{}' } }
  const messages = [
    { role: 'assistant', content: null, tool_calls: [call], reasoning_content: 'because' },
    { role: 'tool', tool_call_id: call.id, content: 'r' },
  ]
  const [called, result] = sent({ type: 42, baseUrl: '' }, messages)
  expect(called.reasoning_content).toBeUndefined()
  expect(called.tool_calls[0].id).toMatch(/^[a-zA-Z0-9]{9}$/)
  expect(result.tool_call_id).toBe(called.tool_calls[0].id)
})
