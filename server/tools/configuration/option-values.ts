import { isRecord } from '#contract/is-record.ts'
import { type OptionKey, type OptionSpec, options } from '#contract/options.ts'
import type { Words } from '#contract/words.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { parseJson } from '../../platform/json/parse-json.ts'

/** Options are stored as texts; in a document they are numbers, lists and maps. */

/** Kinds whose text is a JSON object: a document changes their entries one by one. */
const MAPS: readonly OptionSpec['kind'][] = [
  'ratio-map',
  'choice-map',
  'label-map',
  'model-cards',
  'limit-map',
  'price-rules',
]
const LISTS: readonly OptionSpec['kind'][] = ['list', 'order']
const JSON_LISTS: readonly OptionSpec['kind'][] = ['chats', 'oidc-list']
const NUMBERS: readonly OptionSpec['kind'][] = ['integer', 'decimal']

export const isMapOption = (key: OptionKey): boolean => MAPS.includes(options[key].kind)
export const isSecretOption = (key: OptionKey): boolean => 'secret' in options[key]

/** Returns what a document says for the text of an option; the text itself where it cannot be read. */
export function toDocumentValue(key: OptionKey, text: string): unknown {
  const { kind } = options[key]
  if (kind === 'boolean') return text === 'true'
  if (NUMBERS.includes(kind)) return Number(text)
  if (LISTS.includes(kind)) return split(text)
  if (!MAPS.includes(kind) && !JSON_LISTS.includes(kind)) return text
  try {
    return parseJson(text || (MAPS.includes(kind) ? '{}' : '[]'))
  } catch {
    return text
  }
}

/** Returns the text of what a document says. Throws configuration_type where it is of another kind. */
export function toOptionText(key: OptionKey, value: unknown): string {
  const { kind } = options[key]
  if (kind === 'boolean') return typeof value === 'boolean' ? String(value) : refuse('boolean')
  if (NUMBERS.includes(kind)) return typeof value === 'number' ? String(value) : refuse('number')
  if (MAPS.includes(kind)) return isRecord(value) ? JSON.stringify(value) : refuse('record')
  if (JSON_LISTS.includes(kind)) return Array.isArray(value) ? JSON.stringify(value) : refuse('array')
  if (LISTS.includes(kind)) {
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join(',') : refuse('array')
  }
  return typeof value === 'string' ? value : refuse('string')
}

/** What a document should have, in words, by the names that schemas have for it. */
export const EXPECTED: Record<string, Words> = {
  boolean: { zh: 'true 或 false', en: 'true or false' },
  number: { zh: '数字', en: 'a number' },
  string: { zh: '文本（数字和 true 等需加引号）', en: 'a text (in quotes, if it looks like a number)' },
  array: { zh: '列表', en: 'a list' },
  record: { zh: '键值表', en: 'a map' },
  object: { zh: '键值表', en: 'a map' },
}

function refuse(expected: keyof typeof EXPECTED): never {
  throw new ApiError('configuration_type', { expected: EXPECTED[expected] ?? expected })
}

const split = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
