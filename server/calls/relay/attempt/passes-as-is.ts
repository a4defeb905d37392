import type { ScannedBody } from '../../../formats/body/scan-fields.ts'
import { findRule, rulesNameOf } from '../../../formats/dialects/model-rules/find-rule.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { Call } from '../call/call.ts'
import { mayHaveForeignState } from '../read/foreign-state.ts'
import { pricedFieldsByFormat } from '../read/priced-fields-by-format.ts'
import { asksForUsage } from './passed-body.ts'
import { providerRulesOf } from './provider-edits.ts'
import { costsBeside } from './told-fees.ts'
import { mayAddTools } from './tool-edits.ts'

/** Fields that no rule of a model changes. */
const PLAIN_FIELDS = new Set(['model', 'messages', 'stream', 'stream_options', 'system'])
/** Fields that are looked into whatever the model. */
const SEARCHED_FIELDS = new Set(['tools', 'thread'])

/**
 * Whether the caller's bytes are what is sent, as of most calls: nothing in them is looked at by the rules of provider,
 * model, prices and tools, and nothing is added. Where that is so, none of these rules is asked.
 */
export function passesAsIs(call: Call, body: ScannedBody, channel: Channel, model: string): boolean {
  const { endpoint } = call
  if (endpoint.form || endpoint.modelInPath || endpoint.model !== undefined) return false
  if (model !== (call.requestedModel ?? call.model) || call.forwarded?.['anthropic-beta'] !== undefined) return false
  if (providerRulesOf(channel) || asksForUsage(call) || costsBeside(channel, model, body.bytes)) return false
  if (mayAddTools(endpoint.format, body.bytes)) return false
  const knownAs = rulesNameOf(model, call.model)
  const hasRule = findRule(knownAs) !== undefined
  const priced = pricedFieldsByFormat.get(endpoint.format)
  for (const name of body.fields.spans.keys()) {
    if (PLAIN_FIELDS.has(name)) continue
    if (hasRule || SEARCHED_FIELDS.has(name) || priced?.has(name)) return false
  }
  return endpoint.operation !== 'chat' || !mayHaveForeignState(body, endpoint.format, knownAs)
}
