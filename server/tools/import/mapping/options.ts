import { AUTO_GROUP, DEFAULT_GROUP } from '#contract/groups.ts'
import { isOptionKey, type OptionKey, options } from '#contract/options.ts'
import { parseOption } from '../../../platform/options/parse-option.ts'
import { type Remark, remark } from '../report.ts'
import type { Row } from '../source/reader.ts'
import type { Recognised } from '../source/recognise.ts'
import { keptPrices, oneHubPrices, PRICE_KEYS, type PriceChoice, type PriceMaps } from './prices.ts'
import { flag, number, parseObject, text } from './row.ts'

/** Options of newer versions of new-api, and of one-api, that have another name here. */
const RENAMED: Readonly<Record<string, OptionKey>> = {
  'oidc.enabled': 'OIDCEnabled',
  'oidc.client_id': 'OIDCClientId',
  'oidc.client_secret': 'OIDCClientSecret',
  'discord.enabled': 'DiscordOAuthEnabled',
  'discord.client_id': 'DiscordClientId',
  'discord.client_secret': 'DiscordClientSecret',
  'general_setting.quota_display_type': 'DisplayCurrency',
  USDExchangeRate: 'DisplayRateCNY',
  OidcEnabled: 'OIDCEnabled',
  OidcClientId: 'OIDCClientId',
  OidcClientSecret: 'OIDCClientSecret',
}
const WELL_KNOWN = ['oidc.well_known', 'OidcWellKnown', 'OIDCWellKnown', 'OIDCIssuer']

/** What a database says of options, prices and groups. */
export interface SourceOptions extends Pick<Recognised, 'kind' | 'modern'> {
  values: ReadonlyMap<string, string>
  /** Tables of one-hub. */
  groups: readonly Row[]
  prices: readonly Row[]
  /** Groups that users, tokens and channels name. */
  usedGroups: ReadonlySet<string>
}

export interface MappedOptions {
  /** Texts in clear, by key. */
  values: Map<OptionKey, string>
  /** The number of rows that were read and left out. */
  leftOut: number
  remarks: Remark[]
}

export interface OptionChoice {
  prices: PriceChoice
  /** Whether the price list here says the same of a model. */
  isListed(map: keyof PriceMaps, model: string, value: number): boolean
  /** The issuer of OpenID logins there. */
  issuer: string | undefined
}

/** The discovery address of OpenID logins; "" = none. */
export const wellKnownOf = (values: ReadonlyMap<string, string>): string =>
  WELL_KNOWN.map((key) => values.get(key)).find(Boolean) ?? ''

export function mapOptions(source: SourceOptions, choice: OptionChoice): MappedOptions {
  const mapped: MappedOptions = { values: new Map(), leftOut: 0, remarks: [] }
  for (const [name, value] of source.values) {
    if ((PRICE_KEYS as readonly string[]).includes(name)) continue
    if (WELL_KNOWN.includes(name)) continue
    takeOption(mapped, name, value)
  }
  if (choice.issuer) mapped.values.set('OIDCIssuer', choice.issuer)
  mapGroups(mapped, source)
  mapPrices(mapped, source, choice)
  const sold = source.kind !== 'new-api' || !source.modern || source.values.get('SelfUseModeEnabled') === 'true'
  if (sold) {
    mapped.values.set('SellUnpricedModelsEnabled', 'true')
    mapped.remarks.push(remark('unpriced_sold', ''))
  }
  return mapped
}

/** Empty texts, and those that are the default here, say nothing. */
function takeOption(mapped: MappedOptions, name: string, value: string): void {
  const key = RENAMED[name] ?? name
  if (!isOptionKey(key)) leaveOut(mapped, remark('option_unknown', name))
  else if (value === options[key].default || value.trim() === '') return
  else if (!isValid(key, value)) leaveOut(mapped, remark('option_invalid', name))
  else mapped.values.set(key, value)
  if (mapped.values.has(key as OptionKey) && key !== name)
    mapped.remarks.push(remark('option_renamed', `${name} → ${key}`))
}

function leaveOut(mapped: MappedOptions, why: Remark): void {
  mapped.remarks.push(why)
  mapped.leftOut += 1
}

function isValid(key: OptionKey, value: string): boolean {
  try {
    parseOption(key, value)
    return true
  } catch {
    return false
  }
}

/** Every group that is used gets a ratio: without one its calls would be refused. */
function mapGroups({ values, remarks }: MappedOptions, source: SourceOptions): void {
  const ratios = parseObject(values.get('GroupRatio') ?? options.GroupRatio.default) as Record<string, number>
  const usable = parseObject(values.get('UserUsableGroups') ?? options.UserUsableGroups.default) as Record<
    string,
    string
  >
  for (const group of source.groups) {
    const name = text(group, 'symbol')
    if (!name) continue
    ratios[name] = number(group, 'ratio', 1)
    if (flag(group, 'public')) usable[name] = text(group, 'name') || name
    else if (source.kind === 'one-hub') delete usable[name]
  }
  ratios[DEFAULT_GROUP] ??= 1
  for (const name of source.usedGroups) {
    if (Object.hasOwn(ratios, name)) continue
    ratios[name] = 1
    remarks.push(remark('group_added', name))
  }
  for (const name of Object.keys(usable)) if (name !== AUTO_GROUP && !Object.hasOwn(ratios, name)) ratios[name] = 1
  values.set('GroupRatio', JSON.stringify(ratios))
  if (values.has('UserUsableGroups') || source.groups.length > 0) values.set('UserUsableGroups', JSON.stringify(usable))
}

function mapPrices({ values, remarks }: MappedOptions, source: SourceOptions, choice: OptionChoice): void {
  const maps = source.kind === 'one-hub' ? oneHubPrices(source.prices, remarks) : savedPrices(source.values)
  const kept = keptPrices(maps, choice, remarks)
  for (const key of PRICE_KEYS) {
    const map = kept[key]
    if (Object.keys(map).length === 0) continue
    const value = JSON.stringify(map)
    if (isValid(key, value)) values.set(key, value)
    else remarks.push(remark('option_invalid', key))
  }
}

function savedPrices(values: ReadonlyMap<string, string>): PriceMaps {
  const map = (key: string) => parseObject(values.get(key) ?? '') as Record<string, number>
  return {
    ModelPrice: map('ModelPrice'),
    ModelRatio: map('ModelRatio'),
    CompletionRatio: map('CompletionRatio'),
    CacheRatio: map('CacheRatio'),
  }
}
