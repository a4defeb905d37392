import { ruleOf, tellingName } from '../../dialects/model-rules/find.ts'
import { type Fitting, fitting } from '../../dialects/model-rules/fit.ts'
import type { Channel } from '../../registry/channels.ts'
import type { Call } from '../request/call.ts'

const NOTHING: Fitting = { edits: {}, omitted: [] }

/** Whether the parameters of a channel's calls are fitted to its models. */
export const fitsParameters = ({ settings }: Pick<Channel, 'settings'>) => settings.fit_parameters !== false

/**
 * What must be different in a body that passes through for the model that gets it. `model` as the upstream calls it. Gemini's
 * parameters are not at the top level of a body, and pass as they are.
 */
export function modelFitting(
  { body, fields, endpoint, model: publicName }: Pick<Call, 'body' | 'fields' | 'endpoint' | 'model'>,
  channel: Pick<Channel, 'settings'>,
  model: string,
): Fitting {
  const { operation, format } = endpoint
  if (operation !== 'chat' || format === 'gemini' || format === 'cohere' || !fitsParameters(channel)) return NOTHING
  const rule = ruleOf(tellingName(model, publicName))
  if (!rule) return NOTHING
  const text = (name: string) => {
    const span = fields.spans.get(name)
    return span && body.toString('utf8', span.start, span.end)
  }
  return fitting(rule, { has: (name) => fields.spans.has(name), text }, format)
}
