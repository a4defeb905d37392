import * as z from 'zod/mini'
import { accentProblem } from '#contract/accent.ts'
import { isChatLink } from '#contract/chat-address.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { isRecord } from '#contract/is-record.ts'
import { limitsSchema } from '#contract/limit-schemas.ts'
import type { Limits } from '#contract/limits.ts'
import { checkOwnCards, isCardProblem } from '#contract/model-schemas.ts'
import type { OwnCard } from '#contract/models.ts'
import { type OptionSpec, type OptionValues, options, type StoredKey } from '#contract/options.ts'
import { isPictureAddress, isWebAddress } from '#contract/picture-address.ts'
import { checkPriceRules, isRuleProblem } from '#contract/prices/price-rule-check.ts'
import type { PriceRule } from '#contract/prices/price-rules.ts'
import { syncedPrices } from '#contract/prices/sync/synced-price-schemas.ts'
import type { SyncedPrices } from '#contract/prices/sync/synced-prices.ts'
import { readSender } from '#contract/sender.ts'
import { isTimeZone } from '#contract/time-zone.ts'
import { ApiError } from '../errors/api-error.ts'
import { parseJson as parseForeign } from '../json/parse-json.ts'
import { parseOidcProviders } from './oidc-providers.ts'

/** Parses an option's text into the value that the server uses. Throws an ApiError with the reason. */
export function parseOption<K extends StoredKey>(key: K, text: string): OptionValues[K] {
  return parse(key, options[key], text) as OptionValues[K]
}

function parse(key: StoredKey, spec: OptionSpec, text: string): unknown {
  switch (spec.kind) {
    case 'boolean':
      return requireThat(text === 'true' || text === 'false', 'option_not_boolean') && text === 'true'
    case 'integer':
    case 'decimal':
      return parseNumber(spec, text)
    case 'choice':
      requireThat(spec.choices.includes(text), 'option_not_choice', { choices: spec.choices.join(', ') })
      return text
    case 'url':
      requireThat(text === '' || isWebAddress(text), 'option_not_url')
      return text.replace(/\/+$/, '')
    case 'picture':
      requireThat(text.trim() === '' || isPictureAddress(text.trim()), 'option_not_picture')
      requireThat(text.length <= spec.max, 'option_too_long', { max: spec.max })
      return text.trim()
    case 'colour':
      return parseColour(text.trim())
    case 'order':
      return parseOrder(spec.choices, split(text, ','))
    case 'sender':
      requireThat(text.length <= spec.max, 'option_too_long', { max: spec.max })
      requireThat(text.trim() === '' || readSender(text) !== undefined, 'option_not_sender')
      return text.trim()
    case 'ratio-map':
      return parseRatios(key, spec, text)
    case 'label-map':
      return parseMap(text, (value) => typeof value === 'string')
    case 'choice-map':
      return parseMap(text, (value) => spec.choices.some((choice) => choice === value))
    case 'chats':
      return parseChats(text)
    case 'model-cards':
      requireThat(text.length <= spec.max, 'option_too_long', { max: spec.max })
      return parseCards(text)
    case 'limit-map':
      requireThat(text.length <= spec.max, 'option_too_long', { max: spec.max })
      return parseLimits(text)
    case 'time-zone':
      requireThat(isTimeZone(text.trim()), 'option_time_zone')
      return text.trim()
    case 'price-rules':
      requireThat(text.length <= spec.max, 'option_too_long', { max: spec.max })
      return parsePriceRules(text)
    case 'synced-prices':
      return parseSyncedPrices(text)
    case 'oidc-list':
      return parseOidcProviders(text)
    case 'text':
      requireThat(!spec.required || text.trim() !== '', 'option_required')
      requireThat(text.length <= spec.max, 'option_too_long', { max: spec.max })
      requireThat(!spec.contains || text.includes(spec.contains), 'option_needs_part', { part: spec.contains ?? '' })
      return spec.required ? text.trim() : text
    default:
      requireThat(text.length <= spec.max, 'option_too_long', { max: spec.max })
      return spec.kind === 'list' ? split(text, ',') : spec.kind === 'lines' ? split(text, '\n') : text
  }
}

function parseColour(text: string): string {
  const problem = text === '' ? undefined : accentProblem(text)
  if (problem?.code === 'option_colour_too_light') throw new ApiError(problem.code, { contrast: problem.contrast })
  if (problem) throw new ApiError(problem.code)
  return text.toLowerCase()
}

function parseOrder(choices: readonly string[], names: string[]): string[] {
  const known = names.every((name) => choices.includes(name))
  requireThat(known && new Set(names).size === names.length, 'option_not_choice', { choices: choices.join(', ') })
  return names
}

function parseNumber(spec: Extract<OptionSpec, { min: number }>, text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  requireThat(Number.isFinite(value) && value >= spec.min, 'option_not_number', { min: spec.min })
  requireThat(value <= spec.max, 'option_above_maximum', { max: spec.max })
  requireThat(spec.kind === 'decimal' || Number.isSafeInteger(value), 'option_not_integer')
  return value
}

/** The error code for a text that is not JSON. */
export const notJsonCode = (key: StoredKey): ErrorCode =>
  key === 'TopupGroupRatio' ? 'option_topup_ratio_not_json' : 'option_not_json'

function parseRatios(key: StoredKey, { max }: Extract<OptionSpec, { kind: 'ratio-map' }>, text: string): object {
  const map = parseMap(
    text,
    (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0,
    notJsonCode(key),
  )
  for (const [name, value] of Object.entries(map)) {
    requireThat(value <= max, 'option_too_large', { name: `${key}: ${name}`, max })
  }
  return map
}

function parseMap(text: string, valid: (value: unknown) => boolean, code?: ErrorCode): object {
  const map = parseJson(text === '' ? '{}' : text, code)
  requireThat(isRecord(map), 'option_json_shape', { detail: '{"name": …}' })
  for (const [name, value] of Object.entries(map as object)) {
    requireThat(valid(value), 'option_json_shape', { detail: `${name}: ${JSON.stringify(value)}` })
  }
  return map as object
}

function parseChats(text: string): unknown {
  const list = parseJson(text === '' ? '[]' : text)
  const valid =
    Array.isArray(list) &&
    list.every((item) => {
      const pairs = isRecord(item) ? Object.values(item) : []
      return pairs.length === 1 && typeof pairs[0] === 'string'
    })
  requireThat(valid, 'option_json_shape', { detail: '[{"name": "link"}]' })
  for (const [name, link] of (list as Record<string, string>[]).flatMap(Object.entries<string>)) {
    requireThat(isChatLink(link), 'option_chat_link', { name })
  }
  return list
}

function parseCards(text: string): Record<string, OwnCard> {
  const cards = parseMap(text, isRecord) as Record<string, unknown>
  const checked = checkOwnCards(cards)
  if (isCardProblem(checked)) throw new ApiError('option_model_card', { name: checked.model, detail: checked.detail })
  return checked
}

function parsePriceRules(text: string): Record<string, readonly PriceRule[]> {
  const checked = checkPriceRules(parseMap(text, Array.isArray) as Record<string, unknown>)
  if (isRuleProblem(checked)) throw new ApiError('option_price_rule', { name: checked.model, detail: checked.detail })
  return checked
}

function parseLimits(text: string): Record<string, Limits> {
  const map = parseMap(text, isRecord) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(map).map(([name, value]) => {
      const { success, data } = limitsSchema.safeParse(value)
      if (!success) throw new ApiError('option_limits', { name, detail: JSON.stringify(value) })
      return [name, data as Limits]
    }),
  )
}

function parseSyncedPrices(text: string): SyncedPrices {
  const prices = parseMap(text, isRecord)
  const checked = syncedPrices.safeParse(prices)
  if (!checked.success) throw new ApiError('option_json_shape', { detail: z.prettifyError(checked.error) })
  return checked.data as SyncedPrices
}

function parseJson(text: string, code: ErrorCode = 'option_not_json'): unknown {
  try {
    return parseForeign(text)
  } catch {
    throw new ApiError(code)
  }
}

const split = (text: string, separator: string) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)

function requireThat(holds: boolean, code: ErrorCode, parameters?: Record<string, string | number>): true {
  if (!holds) throw new ApiError(code, parameters)
  return true
}
