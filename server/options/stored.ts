import { isChatLink } from '#contract/chat-address.ts'
import { type OptionSpec, type OptionValues, options, type StoredKey } from '#contract/options.ts'
import { isRecord, parseOption } from './parse.ts'

/**
 * The value of an option from its stored text, or its default where nothing is stored. A text that saving would refuse
 * (an older version may have taken it) is read as far as it is acceptable, with a warning, else as the default.
 */
export function storedValue<K extends StoredKey>(
  key: K,
  text: string | undefined,
  warn: (message: string) => void,
): OptionValues[K] {
  if (text === undefined) return parseOption(key, options[key].default)
  try {
    return parseOption(key, text)
  } catch (error) {
    const accepted = acceptable(key, text)
    const instead = accepted === undefined ? 'its default' : 'what is acceptable of it'
    warn(`option ${key} holds an invalid value (${String(error)}); ${instead} is used`)
    return accepted ?? parseOption(key, options[key].default)
  }
}

function acceptable<K extends StoredKey>(key: K, text: string): OptionValues[K] | undefined {
  try {
    const mended = mend(options[key], text)
    return mended === undefined ? undefined : parseOption(key, mended)
  } catch {
    return undefined
  }
}

/** The nearest text that can be accepted; undefined where none is near. */
function mend(spec: OptionSpec, text: string): string | undefined {
  switch (spec.kind) {
    case 'integer':
    case 'decimal':
      return Number(text) > spec.max ? String(spec.max) : undefined
    case 'ratio-map':
      return JSON.stringify(boundedRatios(JSON.parse(text), spec.max))
    case 'chats':
      return JSON.stringify(singlePairs(JSON.parse(text)))
    default:
      return undefined
  }
}

/** A number above the bound counts as the bound; what is no ratio is left out. */
function boundedRatios(map: unknown, max: number): unknown {
  if (!isRecord(map)) return map
  const ratios = Object.entries(map).filter(([, value]) => typeof value === 'number' && value >= 0)
  return Object.fromEntries(ratios.map(([name, value]) => [name, Math.min(value as number, max)]))
}

/** Each link in an object of its own; what is no link is left out. */
function singlePairs(list: unknown): unknown {
  if (!Array.isArray(list)) return list
  const pairs = list.filter(isRecord).flatMap((item) => Object.entries(item))
  return pairs
    .filter(([, link]) => typeof link === 'string' && isChatLink(link))
    .map(([name, link]) => ({ [name]: link }))
}
