import { LOGIN_PROVIDERS } from '#contract/login-providers.ts'
import { isOptionKey, type OptionKey, type OptionSpec, type OptionTab, options } from '#contract/options.ts'

/** Where options stand, in the order of the page: tab and section as contract/options.ts names them. */
export const PLACES = [
  'operation.general',
  'operation.drawing',
  'operation.sensitive',
  'operation.log',
  'operation.dashboard',
  'operation.monitoring',
  'operation.quota',
  'operation.limits',
  'operation.chats',
  'operation.ratio',
  'system.general',
  'system.worker',
  'system.payment',
  'system.login',
  'system.email',
  'system.smtp',
  ...LOGIN_PROVIDERS.map((id) => `system.${id}` as const),
  'system.turnstile',
  'other.notice',
  'other.branding',
] as const satisfies readonly `${OptionTab}.${string}`[]
export type Place = (typeof PLACES)[number]

/** Every option that people set, in the order of the contract. */
export const OPTION_KEYS: OptionKey[] = Object.keys(options).filter(isOptionKey)

export const specOf = (key: OptionKey): OptionSpec => options[key]

/** Whether an option never leaves the server. */
export const isSecret = (key: OptionKey): boolean => specOf(key).secret === true

/** Where an option stands; undefined for a section that has no place yet, which a test refuses. */
export function placeOf(key: OptionKey): Place | undefined {
  const { tab, section } = specOf(key)
  return PLACES.find((place) => place === `${tab}.${section}`)
}

/** The tab that a place is on. */
export const tabOf = (place: Place) => place.split('.')[0] as OptionTab

const PLACES_BY_TAB = Map.groupBy(PLACES, tabOf)

/** The sections of a tab. */
export const placesOn = (tab: OptionTab): readonly Place[] => PLACES_BY_TAB.get(tab) ?? []

/** The options of a section, in the order of the contract. */
export const keysOf = (place: Place): OptionKey[] => OPTION_KEYS.filter((key) => placeOf(key) === place)

/** What the number of an option counts. */
export type Unit = 'quota' | 'quotaPerUsd' | 'times' | 'minutes' | 'seconds' | 'usd' | 'cny' | 'ratio'

const UNITS: Partial<Record<OptionKey, Unit>> = {
  QuotaPerUnit: 'quotaPerUsd',
  RetryTimes: 'times',
  DataExportInterval: 'minutes',
  ChannelDisableThreshold: 'seconds',
  QuotaRemindThreshold: 'quota',
  QuotaForNewUser: 'quota',
  PreConsumedQuota: 'quota',
  UnpaidQuotaPerDay: 'quota',
  QuotaForInviter: 'quota',
  QuotaForInvitee: 'quota',
  UnpricedModelRatio: 'ratio',
  Price: 'cny',
  MinTopUp: 'usd',
}

/** What the number of an option counts, if anything but itself. */
export const unitOf = (key: OptionKey): Unit | undefined => UNITS[key]

/** Kinds whose control takes the whole width, below the label. */
const WIDE: readonly OptionSpec['kind'][] = ['content', 'list', 'lines', 'ratio-map', 'label-map', 'chats']

export const isWide = (key: OptionKey): boolean => WIDE.includes(specOf(key).kind)
