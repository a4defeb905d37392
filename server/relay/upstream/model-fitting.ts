import type { ScannedBody } from '../../body/scan-fields.ts'
import { findChanges, type RequestChanges } from '../../dialects/model-rules/adjust-request.ts'
import { findRule, rulesNameOf } from '../../dialects/model-rules/find-rule.ts'
import type { Channel } from '../../registry/channels.ts'
import type { Call } from '../request/call.ts'

const NOTHING: RequestChanges = { edits: {}, omitted: [] }

/** Whether the parameters of a channel's calls are adapted to its models. */
export const fitsParameters = ({ settings }: Pick<Channel, 'settings'>) => settings.fit_parameters !== false

/**
 * Returns the changes to a passed-through body that its model needs. `model` is the upstream's name. Gemini's
 * parameters are not at the top level of a body, and pass unchanged.
 */
export function modelFitting(
  { endpoint, model: publicName }: Pick<Call, 'endpoint' | 'model'>,
  { bytes, fields }: ScannedBody,
  channel: Pick<Channel, 'settings'>,
  model: string,
): RequestChanges {
  const { operation, format } = endpoint
  if (operation !== 'chat' || format === 'gemini' || format === 'cohere' || !fitsParameters(channel)) return NOTHING
  const rule = findRule(rulesNameOf(model, publicName))
  if (!rule) return NOTHING
  const text = (name: string) => {
    const span = fields.spans.get(name)
    return span && bytes.toString('utf8', span.start, span.end)
  }
  return findChanges(rule, { has: (name) => fields.spans.has(name), text }, format)
}
