import { isChatLink } from '#contract/chat-address.ts'
import { isRecord } from '#contract/is-record.ts'
import { checkOwnCards, isCardProblem } from '#contract/model-schemas.ts'
import { type OptionSpec, type OptionValues, options, type StoredKey } from '#contract/options.ts'
import { parseOption } from './parse-option.ts'

/**
 * Returns the value of an option from its stored text, or its default if nothing is stored. Of a text that saving
 * would refuse (an older version may have stored it), the acceptable part is used, with a warning, else the
 * default.
 */
export function readStoredOption<K extends StoredKey>(
  key: K,
  text: string | undefined,
  warn: (message: string) => void,
): OptionValues[K] {
  if (text === undefined) return parseOption(key, options[key].default)
  try {
    return parseOption(key, text)
  } catch (error) {
    const accepted = parseRepaired(key, text)
    const instead = accepted === undefined ? 'its default' : 'its valid part'
    warn(`option ${key} has an invalid value (${String(error)}); ${instead} is used`)
    return accepted ?? parseOption(key, options[key].default)
  }
}

function parseRepaired<K extends StoredKey>(key: K, text: string): OptionValues[K] | undefined {
  try {
    const mended = repairText(options[key], text)
    return mended === undefined ? undefined : parseOption(key, mended)
  } catch {
    return undefined
  }
}

/** Returns the nearest acceptable text; undefined if there is none. */
function repairText(spec: OptionSpec, text: string): string | undefined {
  switch (spec.kind) {
    case 'integer':
    case 'decimal':
      return Number(text) > spec.max ? String(spec.max) : undefined
    case 'ratio-map':
      return JSON.stringify(boundedRatios(JSON.parse(text), spec.max))
    case 'chats':
      return JSON.stringify(singlePairs(JSON.parse(text)))
    case 'model-cards':
      return JSON.stringify(acceptedCards(JSON.parse(text)))
    default:
      return undefined
  }
}

/** Replaces numbers above the bound by the bound and drops entries that are not ratios. */
function boundedRatios(map: unknown, max: number): unknown {
  if (!isRecord(map)) return map
  const ratios = Object.entries(map).filter(([, value]) => typeof value === 'number' && value >= 0)
  return Object.fromEntries(ratios.map(([name, value]) => [name, Math.min(value as number, max)]))
}

/** Puts each link into a separate object and drops entries that are not links. */
function singlePairs(list: unknown): unknown {
  if (!Array.isArray(list)) return list
  const pairs = list.filter(isRecord).flatMap((item) => Object.entries(item))
  return pairs
    .filter(([, link]) => typeof link === 'string' && isChatLink(link))
    .map(([name, link]) => ({ [name]: link }))
}

/** Drops cards that are not valid. */
function acceptedCards(cards: unknown): unknown {
  if (!isRecord(cards)) return cards
  return Object.fromEntries(
    Object.entries(cards).filter(([name, card]) => !isCardProblem(checkOwnCards({ [name]: card }))),
  )
}
