import { LOGIN_PROVIDERS } from '#contract/login/login-providers.ts'
import { isOptionKey, type OptionKey, type OptionSpec, type OptionTab, options } from '#contract/options.ts'
import { GATEWAY_SECTIONS } from '#contract/payment-gateways.ts'
import { ROUTING_ORDERS } from '#contract/routing.ts'

/** Payment, with Epay and prices, and the other gateways' own sections. */
export const PAYMENT_PLACES = [
  'system.payment',
  ...GATEWAY_SECTIONS.map((section) => `system.${section}` as const),
] as const

/** The sections in page order: tab and section as named in contract/options.ts. */
export const PLACES = [
  'operation.general',
  'operation.drawing',
  'operation.sensitive',
  'operation.log',
  'operation.dashboard',
  'operation.monitoring',
  'operation.alerts',
  'operation.quota',
  'operation.routing',
  'operation.limits',
  'operation.chats',
  'operation.ratio',
  'operation.priceSync',
  'operation.models',
  'system.general',
  'system.worker',
  ...PAYMENT_PLACES,
  'system.receipts',
  'system.login',
  'system.email',
  'system.smtp',
  ...LOGIN_PROVIDERS.map((id) => `system.${id}` as const),
  'system.turnstile',
  'other.notice',
  'other.branding',
  'other.pages',
] as const satisfies readonly `${OptionTab}.${string}`[]
export type Place = (typeof PLACES)[number]

/** Every configurable option, in the order of the contract. */
export const OPTION_KEYS: OptionKey[] = Object.keys(options).filter(isOptionKey)

export const specOf = (key: OptionKey): OptionSpec => options[key]

/** Returns whether an option is never sent to the browser. */
export const isSecret = (key: OptionKey): boolean => specOf(key).secret === true

/** Returns the section of an option; undefined when it is missing from PLACES, which a test rejects. */
export function placeOf(key: OptionKey): Place | undefined {
  const { tab, section } = specOf(key)
  return PLACES.find((place) => place === `${tab}.${section}`)
}

/** Sections with a separate page: the settings lead there and have no second form. */
export const PAGES = {
  'operation.alerts': '/alerts/setup',
  'operation.priceSync': '/price/sync',
} as const satisfies { readonly [place in Place]?: string }

/** Returns the address of the page that a section is; undefined = the settings show its options. */
export const pageOf = (place: Place) => (place in PAGES ? PAGES[place as keyof typeof PAGES] : undefined)

/** Returns the search parameters of the settings that open a section alone. */
export const searchOf = (place: Place) => ({ tab: tabOf(place), section: place.slice(place.indexOf('.') + 1) })

/** Returns the tab of a section. */
export const tabOf = (place: Place) => place.split('.')[0] as OptionTab

const PLACES_BY_TAB = Map.groupBy(PLACES, tabOf)

/** Returns the sections of a tab. */
export const placesOn = (tab: OptionTab): readonly Place[] => PLACES_BY_TAB.get(tab) ?? []

/** Returns the options of a section, in the order of the contract. */
export const keysOf = (place: Place): OptionKey[] => OPTION_KEYS.filter((key) => placeOf(key) === place)

/** The unit of a numeric option. */
export type Unit =
  | 'quota'
  | 'quotaPerUsd'
  | 'times'
  | 'minutes'
  | 'seconds'
  | 'milliseconds'
  | 'days'
  | 'usd'
  | 'cny'
  | 'eur'
  | 'percent'
  | 'ratio'

const UNITS: Partial<Record<OptionKey, Unit>> = {
  QuotaPerUnit: 'quotaPerUsd',
  RetryTimes: 'times',
  DataExportInterval: 'minutes',
  ChannelDisableThreshold: 'seconds',
  QuotaRemindThreshold: 'quota',
  StreamCommitMs: 'milliseconds',
  TokenExpiryMailDays: 'days',
  QuotaForNewUser: 'quota',
  PreConsumedQuota: 'quota',
  UnpaidQuotaPerDay: 'quota',
  QuotaForInviter: 'quota',
  QuotaForInvitee: 'quota',
  UnpricedModelRatio: 'ratio',
  PriceSyncMaxChange: 'percent',
  PriceSyncMaxLoss: 'percent',
  Price: 'cny',
  DisplayRateCNY: 'cny',
  DisplayRateEUR: 'eur',
  MinTopUp: 'usd',
  ReceiptTaxRate: 'percent',
}

/** Returns the unit of an option; undefined for plain numbers. */
export const unitOf = (key: OptionKey): Unit | undefined => UNITS[key]

/** Kinds whose control takes the full width, below the label. */
const WIDE: readonly OptionSpec['kind'][] = [
  'content',
  'list',
  'lines',
  'ratio-map',
  'label-map',
  'choice-map',
  'chats',
  'model-cards',
  'price-rules',
  'limit-map',
  'oidc-list',
]

export const isWide = (key: OptionKey): boolean => WIDE.includes(specOf(key).kind)

/** Kinds whose control is short enough to stand beside the label in half a page. */
const SHORT: readonly OptionSpec['kind'][] = ['integer', 'decimal', 'choice', 'colour']

export const isShort = (key: OptionKey): boolean => SHORT.includes(specOf(key).kind)

const WORDED_CHOICES = [
  'hour',
  'day',
  'week',
  'zh',
  'en',
  'off',
  'hourly',
  'daily',
  'weekly',
  ...ROUTING_ORDERS,
] as const

/** Whether a choice has a text; others, such as currencies, are shown as they are. */
export const isWordedChoice = (value: string): value is (typeof WORDED_CHOICES)[number] =>
  WORDED_CHOICES.some((worded) => worded === value)
