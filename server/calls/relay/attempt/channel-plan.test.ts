import { expect, test } from 'bun:test'
import { scanFields } from '../../../formats/body/scan-fields.ts'
import { OPENAI_CHAT, type RelayEndpoint, relayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { Call } from '../call/call.ts'
import { channelPlan, passesAsIs } from './channel-plan.ts'

const channelOf = (fields: Partial<Channel> = {}) =>
  ({ id: 1, type: 1, baseUrl: '', modelMapping: {}, settings: {}, ...fields }) as Channel
const callOf = (fields: Partial<Call> = {}) =>
  ({ endpoint: OPENAI_CHAT, model: 'm', stream: false, usageWanted: false, ...fields }) as Call
const bodyOf = (fields: object) => {
  const bytes = Buffer.from(JSON.stringify(fields))
  return { bytes, fields: scanFields(bytes) }
}
const passes = (body: object, call: Partial<Call> = {}, channel: Partial<Channel> = {}) => {
  const made = callOf(call)
  return passesAsIs(made, bodyOf(body), channelPlan(channelOf(channel), made))
}
const CHAT = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }

test('a plan is made once for an endpoint and a model, and anew for a changed channel', () => {
  const channel = channelOf({ modelMapping: { m: 'sent' } })
  const plan = channelPlan(channel, callOf())
  expect(plan).toMatchObject({ model: 'sent', format: 'openai' })
  expect(channelPlan(channel, callOf())).toBe(plan)
  expect(channelPlan(channel, callOf({ model: 'other' })).model).toBe('other')
  expect(channelPlan({ ...channel, modelMapping: {} }, callOf())).toMatchObject({ model: 'm' })
})

test('the format of calls for Responses is asked each time: a channel may turn out not to have them', () => {
  const responses = relayEndpoint('/v1/responses') as RelayEndpoint
  expect(channelPlan(channelOf(), callOf({ endpoint: responses })).format).toBeUndefined()
})

test('a type that this server does not know has no provider', () => {
  expect(channelPlan(channelOf({ type: 99_999 }), callOf()).provider).toBeUndefined()
})

test.each<[string, boolean, object, Partial<Call>, Partial<Channel>]>([
  ['a plain chat', true, CHAT, {}, {}],
  ['a stream whose caller asks for its usage', true, CHAT, { stream: true, usageWanted: true }, {}],
  ['a stream whose usage must be asked for', false, CHAT, { stream: true }, {}],
  ['a renamed model', false, CHAT, {}, { modelMapping: { m: 'sent' } }],
  ['tools', false, { ...CHAT, tools: [] }, {}, {}],
  ['a service tier', false, { ...CHAT, service_tier: 'priority' }, {}, {}],
  ['a setting of a model with rules', false, { ...CHAT, model: 'gpt-5', temperature: 1 }, { model: 'gpt-5' }, {}],
  ['betas', false, CHAT, { forwarded: { 'anthropic-beta': 'x' } }, {}],
  ['a variant of a model with a fee', false, CHAT, { model: 'a/b:online' }, { type: 20 }],
])('whether %s is sent as it is: %p', (_name, isSent, body, call, channel) => {
  expect(passes(body, call, channel)).toBe(isSent)
})
