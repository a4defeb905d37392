import type { ScannedBody } from '../../../formats/body/scan-fields.ts'
import { claudeEfforts, nearestBelow } from '../../../formats/dialects/anthropic/models.ts'
import { EFFORTS, type Effort } from '../../../formats/dialects/conversation.ts'
import { parseObject } from '../../../formats/dialects/json.ts'
import {
  findChanges,
  type RequestChanges,
  type RequestFields,
} from '../../../formats/dialects/model-rules/adjust-request.ts'
import { findRule, rulesNameOf } from '../../../formats/dialects/model-rules/find-rule.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { Call } from '../call/call.ts'

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
  const name = rulesNameOf(model, publicName)
  const rule = findRule(name)
  if (!rule) return NOTHING
  const text = (name: string) => {
    const span = fields.spans.get(name)
    return span && bytes.toString('utf8', span.start, span.end)
  }
  const asked = { has: (field: string) => fields.spans.has(field), text }
  const changes = findChanges(rule, asked, format)
  return format === 'anthropic' ? withFittingEffort(changes, name, asked) : changes
}

/** Older models of Anthropic lack an effort, or refuse the setting: clients take it from the name that they know. */
function withFittingEffort(changes: RequestChanges, model: string, { text }: RequestFields): RequestChanges {
  const efforts = claudeEfforts(model)
  const given = text('output_config')
  if (!efforts || !given?.includes('"effort"')) return changes
  const { effort: named, ...others } = parseObject(given) ?? {}
  const effort = EFFORTS.find((known): known is Effort => known === named)
  const fitting = effort && nearestBelow(effort, efforts)
  if (!effort || fitting === effort) return changes
  const config = { ...others, ...(fitting ? { effort: fitting } : {}) }
  const output_config = Object.keys(config).length > 0 ? JSON.stringify(config) : undefined
  const omitted = fitting ? changes.omitted : [...changes.omitted, 'output_config.effort']
  return { edits: { ...changes.edits, output_config }, omitted }
}
