import { accentProblem } from '#contract/accent.ts'
import { isChatLink } from '#contract/chat-address.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { DEFAULT_GROUP } from '#contract/groups.ts'
import type { OptionKey, OptionSpec } from '#contract/options.ts'
import { isPictureAddress, isWebAddress } from '#contract/picture-address.ts'
import { hasStrayBlank, isToolName, PRICE_MAPS } from '#contract/prices/price.ts'
import { fallbackProblem, MAX_FALLBACKS } from '#contract/routing.ts'
import { readSender } from '#contract/sender.ts'
import { isTimeZone } from '#contract/time-zone.ts'
import { readNumber } from '#web/ui/number-text.ts'
import { isMapKind, linesOf } from './map-lines.ts'
import { specOf } from './sections.ts'

/** A validation error of a value: an error code of the contract with its parameters. */
export interface Problem {
  code: ErrorCode
  parameters?: Record<string, string | number>
}

/** Options keyed by group, for which comma-separated lists exist: a group name must not contain a comma. */
export const GROUP_MAPS: readonly OptionKey[] = [
  'GroupRatio',
  'TopupGroupRatio',
  'UserUsableGroups',
  'GroupCallsPerMinute',
  'GroupLimits',
  'GroupRouting',
  'GroupHedging',
  'GroupWaitSeconds',
]

/** Returns what the server would reject, to show it at the field. The server's check is decisive. */
export function checkOption(key: OptionKey, text: string): Problem | null {
  const spec = specOf(key)
  switch (spec.kind) {
    case 'boolean':
    case 'choice':
    case 'order':
    // Saved by itself, with its own check.
    case 'oidc-list':
      return null
    case 'integer':
    case 'decimal':
      return checkNumber(spec, text)
    case 'url':
      return text.trim() === '' || isWebAddress(text.trim()) ? null : { code: 'option_not_url' }
    case 'picture':
      if (text.trim() !== '' && !isPictureAddress(text.trim())) return { code: 'option_not_picture' }
      return tooLong(text, spec.max)
    case 'time-zone':
      return isTimeZone(text.trim()) ? null : { code: 'option_time_zone' }
    case 'colour': {
      const problem = text.trim() === '' ? undefined : accentProblem(text.trim())
      if (!problem) return null
      return 'contrast' in problem ? { code: problem.code, parameters: { contrast: problem.contrast } } : problem
    }
    case 'sender':
      if (text.trim() !== '' && !readSender(text)) return { code: 'option_not_sender' }
      return tooLong(text, spec.max)
    case 'ratio-map':
    case 'label-map':
    case 'choice-map':
    case 'chats':
      return checkMap(key, spec, text)
    case 'model-cards':
    case 'price-rules':
    case 'limit-map':
      return isJson(text) ? tooLong(text, spec.max) : { code: 'option_not_json' }
    default:
      if (spec.kind === 'text' && spec.required && text.trim() === '') return { code: 'option_required' }
      if (spec.kind === 'text' && spec.contains && !text.includes(spec.contains)) {
        return { code: 'option_needs_part', parameters: { part: spec.contains } }
      }
      return tooLong(text, spec.max)
  }
}

const tooLong = (text: string, max: number): Problem | null =>
  text.length > max ? { code: 'option_too_long', parameters: { max } } : null

function checkNumber(spec: Extract<OptionSpec, { min: number }>, text: string): Problem | null {
  const value = readNumber(text) ?? Number.NaN
  if (!Number.isFinite(value) || value < spec.min) return { code: 'option_not_number', parameters: { min: spec.min } }
  if (value > spec.max) return { code: 'option_above_maximum', parameters: { max: spec.max } }
  return spec.kind === 'integer' && !Number.isSafeInteger(value) ? { code: 'option_not_integer' } : null
}

function checkMap(key: OptionKey, spec: OptionSpec, text: string): Problem | null {
  if (!isMapKind(spec.kind)) return null
  if (text.trim() === '') return { code: notJson(key) }
  const lines = linesOf(spec.kind, text)
  if (!lines) return isJson(text) ? shapeProblem(spec.kind) : { code: notJson(key) }
  const groups = GROUP_MAPS.includes(key)
  const wrong = groups && lines.find(({ name }) => name === '' || name !== name.trim() || name.includes(','))
  if (wrong) return { code: 'option_group_name', parameters: { name: wrong.name } }
  if (key === 'GroupRatio' && !lines.some(({ name }) => name === DEFAULT_GROUP)) return { code: 'option_default_group' }
  const stray = PRICE_MAPS.includes(key) && lines.find(({ name }) => hasStrayBlank(name))
  if (stray) return { code: 'option_price_name', parameters: { name: stray.name } }
  const tool = key === 'ToolPrice' && lines.find(({ name }) => !isToolName(name))
  if (tool) return { code: 'option_tool_name', parameters: { name: tool.name } }
  const choices = spec.kind === 'choice-map' ? spec.choices : undefined
  const strange = choices && lines.find(({ value }) => !choices.includes(value))
  if (strange) return { code: 'option_json_shape', parameters: { detail: `${strange.name}: ${strange.value}` } }
  const fallback = key === 'ModelFallbacks' && fallbackProblem(Object.fromEntries(lines.map((l) => [l.name, l.value])))
  if (fallback) return { code: 'option_fallback', parameters: { name: fallback, max: MAX_FALLBACKS } }
  const link = spec.kind === 'chats' && lines.find(({ value }) => !isChatLink(value))
  if (link) return { code: 'option_chat_link', parameters: { name: link.name } }
  if (spec.kind !== 'ratio-map') return null
  const negative = lines.find(({ value }) => Number(value) < 0)
  if (negative) return { code: 'option_json_shape', parameters: { detail: `${negative.name}: ${negative.value}` } }
  const large = lines.find(({ value }) => Number(value) > spec.max)
  return large ? { code: 'option_too_large', parameters: { name: large.name, max: spec.max } } : null
}

const notJson = (key: OptionKey) => (key === 'TopupGroupRatio' ? 'option_topup_ratio_not_json' : 'option_not_json')

const EXAMPLES = {
  'ratio-map': '{"name": 1}',
  'label-map': '{"name": "text"}',
  'choice-map': '{"name": "weight"}',
  chats: '[{"name": "link"}]',
}

const shapeProblem = (kind: keyof typeof EXAMPLES): Problem => ({
  code: 'option_json_shape',
  parameters: { detail: EXAMPLES[kind] },
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
