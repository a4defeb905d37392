import { DISPLAY_CURRENCIES, MAX_DISPLAY_RATE, MIN_DISPLAY_RATE } from './currency/display-currency.ts'
import { HOME_BLOCKS } from './home-blocks.ts'
import type { Limits } from './limits.ts'
import { loginOptions, loginSwitches } from './login/login-providers.ts'
import type { OidcProvider } from './login/oidc-providers.ts'
import type { OwnCard } from './models.ts'
import { gatewayOptions } from './payment-gateways.ts'
import { MAX_CALL_USD, MAX_RATIO } from './prices/price.ts'
import type { PriceRule } from './prices/price-rules.ts'
import type { SyncedPrices } from './prices/sync/synced-prices.ts'
import { MAX_QUOTA, MAX_QUOTA_PER_UNIT } from './quota.ts'
import { HEDGING_RULES, MAX_WAIT_SECONDS, ROUTING_ORDERS } from './routing.ts'

/** Every option as data. One line adds an option: the server validates, stores and serves it, settings pages show it. */

export type OptionTab = 'operation' | 'system' | 'other'

interface OptionBase {
  tab: OptionTab
  section: string
  /** Never leaves the server. */
  secret?: true
  /** Internal console state of the server: shown on no page, and not settable by key. */
  hidden?: true
}
export type OptionSpec = OptionBase &
  (
    | { kind: 'boolean'; default: 'true' | 'false' }
    | { kind: 'integer'; default: string; min: number; max: number }
    | { kind: 'decimal'; default: string; min: number; max: number }
    /** `contains`: a part that the text must have. */
    | { kind: 'text'; default: string; max: number; required?: true; contains?: string }
    /** Markdown, HTML or an address. */
    | { kind: 'content'; default: string; max: number }
    /** Comma list. */
    | { kind: 'list'; default: string; max: number }
    | { kind: 'lines'; default: string; max: number }
    | { kind: 'url'; default: string }
    /** An image: an address, a path from the root, or a `data:image/` URL. */
    | { kind: 'picture'; default: string; max: number }
    /** An accent colour, `#rrggbb`; "" = the product's own. */
    | { kind: 'colour'; default: '' }
    /** Comma list of some of the choices, in the operator's order. */
    | { kind: 'order'; default: string; choices: readonly string[] }
    /** One mail address, with or without a display name; "" = none. */
    | { kind: 'sender'; default: ''; max: number }
    | { kind: 'choice'; default: string; choices: readonly string[] }
    /** JSON object of name → number from 0 to `max`. */
    | { kind: 'ratio-map'; default: string; max: number }
    /** JSON object of name → one of the choices. */
    | { kind: 'choice-map'; default: string; choices: readonly string[] }
    /** JSON object of name → text. */
    | { kind: 'label-map'; default: string }
    /** JSON array of one-pair objects: name → link. */
    | { kind: 'chats'; default: string }
    /** JSON object of model name → what the operator says of the model. */
    | { kind: 'model-cards'; default: string; max: number }
    /** JSON object of name → limits. */
    | { kind: 'limit-map'; default: '{}'; max: number }
    /** An IANA time zone such as `Asia/Shanghai`. */
    | { kind: 'time-zone'; default: string }
    /** JSON object of model name → its conditional prices. */
    | { kind: 'price-rules'; default: string; max: number }
    /** JSON object of model name → the price that a sync took from a public list. */
    | { kind: 'synced-prices'; default: '{}'; max: number }
    /** JSON array of OpenID Connect providers. Their secrets are stored apart, and only ever written. */
    | { kind: 'oidc-list'; default: '[]' }
  )

type Kind<K extends OptionSpec['kind']> = Extract<OptionSpec, { kind: K }>

const boolean = (fallback: boolean, tab: OptionTab, section: string): Kind<'boolean'> => ({
  kind: 'boolean',
  default: fallback ? 'true' : 'false',
  tab,
  section,
})
const integer = (fallback: number, min: number, max: number, tab: OptionTab, section: string): Kind<'integer'> => ({
  kind: 'integer',
  default: String(fallback),
  min,
  max,
  tab,
  section,
})
const decimal = (fallback: number, max: number, tab: OptionTab, section: string, min = 0): Kind<'decimal'> => ({
  kind: 'decimal',
  default: String(fallback),
  min,
  max,
  tab,
  section,
})
const MAX_TEXT = 2000
const text = (fallback: string, tab: OptionTab, section: string): Kind<'text'> => ({
  kind: 'text',
  default: fallback,
  max: MAX_TEXT,
  tab,
  section,
})
const secret = (tab: OptionTab, section: string): Kind<'text'> => ({ ...text('', tab, section), secret: true })
const hidden = (section: string): Kind<'text'> & { hidden: true } => ({ ...text('', 'system', section), hidden: true })
const url = (tab: OptionTab, section: string): Kind<'url'> => ({ kind: 'url', default: '', tab, section })
const content = (section: string): Kind<'content'> => ({
  kind: 'content',
  default: '',
  max: 500_000,
  tab: 'other',
  section,
})
const choice = <const Choice extends string>(
  choices: readonly Choice[],
  fallback: Choice,
  tab: OptionTab,
  section: string,
) => ({ kind: 'choice' as const, default: fallback, choices, tab, section })
/** The format of numbers: `{number}` counts, within the year if there is a `{year}`. */
const numberFormat = (fallback: string) => ({
  ...text(fallback, 'system', 'receipts'),
  max: 40,
  required: true as const,
  contains: '{number}',
})
const ratioMap = (
  fallback: object,
  max = MAX_RATIO,
  section = 'ratio',
  tab: OptionTab = 'operation',
): Kind<'ratio-map'> => ({
  kind: 'ratio-map',
  default: JSON.stringify(fallback),
  max,
  tab,
  section,
})

/** In dollars: multiplied by MAX_QUOTA_PER_UNIT, it is the largest balance. */
const MAX_MIN_TOPUP = MAX_QUOTA / MAX_QUOTA_PER_UNIT
const MAX_CALLS_PER_MINUTE = 1_000_000
const MAX_ADVANCE_PERCENT = 50
const MAX_STREAM_COMMIT_MS = 60_000
const MINUTES_OF_A_YEAR = 525_600
const SECONDS_OF_A_DAY = 86_400

const DEFAULT_CHATS = [
  {
    'ChatGPT Next Web 官方示例': 'https://app.nextchat.dev/#/?settings={"key":"{key}","url":"{address}"}',
  },
  {
    'Lobe Chat 官方示例':
      'https://chat-preview.lobehub.com/?settings={"keyVaults":{"openai":{"apiKey":"{key}","baseURL":"{address}/v1"}}}',
  },
  { 'AMA 问天': 'ama://set-api-key?server={address}&key={key}' },
  { OpenCat: 'opencat://team/join?domain={address}&token={key}' },
]

export const options = {
  // Operation: general
  TopUpLink: url('operation', 'general'),
  ChatLink: url('operation', 'general'),
  ChatLink2: url('operation', 'general'),
  QuotaPerUnit: integer(500_000, 1, MAX_QUOTA_PER_UNIT, 'operation', 'general'),
  RetryTimes: integer(3, 0, 20, 'operation', 'general'),
  // For callers that send no language, as most SDKs do.
  ErrorLanguage: choice(['zh', 'en'], 'zh', 'operation', 'general'),
  StoreResponsesEnabled: boolean(true, 'operation', 'general'),
  DisplayInCurrencyEnabled: boolean(true, 'operation', 'general'),
  // The currency in which amounts are shown and typed, and what a US dollar is in it. Nothing is stored in it.
  DisplayCurrency: choice(DISPLAY_CURRENCIES, 'USD', 'operation', 'general'),
  DisplayRateCNY: decimal(7.3, MAX_DISPLAY_RATE, 'operation', 'general', MIN_DISPLAY_RATE),
  DisplayRateEUR: decimal(0.92, MAX_DISPLAY_RATE, 'operation', 'general', MIN_DISPLAY_RATE),
  DisplayTokenStatEnabled: boolean(true, 'operation', 'general'),
  // For newer consoles of this family: lists as {items, total, page, page_size} with pages from 1.
  ListItemsEnabled: boolean(false, 'operation', 'general'),
  DefaultCollapseSidebar: boolean(false, 'operation', 'general'),
  // Operation: drawing and tasks
  DrawingEnabled: boolean(true, 'operation', 'drawing'),
  TaskEnabled: boolean(true, 'operation', 'drawing'),
  MjNotifyEnabled: boolean(false, 'operation', 'drawing'),
  MjAccountFilterEnabled: boolean(false, 'operation', 'drawing'),
  MjForwardUrlEnabled: boolean(true, 'operation', 'drawing'),
  MjModeClearEnabled: boolean(false, 'operation', 'drawing'),
  MjActionCheckSuccessEnabled: boolean(true, 'operation', 'drawing'),
  // Operation: sensitive words
  CheckSensitiveEnabled: boolean(true, 'operation', 'sensitive'),
  CheckSensitiveOnPromptEnabled: boolean(true, 'operation', 'sensitive'),
  SensitiveWords: { kind: 'lines', default: 'test_sensitive', max: 1_000_000, tab: 'operation', section: 'sensitive' },
  // Operation: logs and dashboard
  LogConsumeEnabled: boolean(true, 'operation', 'log'),
  LogFailedCallsEnabled: boolean(true, 'operation', 'log'),
  DataExportEnabled: boolean(true, 'operation', 'dashboard'),
  DataExportInterval: integer(5, 1, MINUTES_OF_A_YEAR, 'operation', 'dashboard'),
  DataExportDefaultTime: choice(['hour', 'day', 'week'], 'hour', 'operation', 'dashboard'),
  // Operation: monitoring
  ChannelDisableThreshold: decimal(5, SECONDS_OF_A_DAY, 'operation', 'monitoring'),
  QuotaRemindThreshold: integer(1000, 0, MAX_QUOTA, 'operation', 'monitoring'),
  // Days before the expiry of a token at which its owner gets the first mail; 0 = none.
  TokenExpiryMailDays: integer(7, 0, 90, 'operation', 'monitoring'),
  AutomaticDisableChannelEnabled: boolean(false, 'operation', 'monitoring'),
  AutomaticEnableChannelEnabled: boolean(false, 'operation', 'monitoring'),
  ProbeFailingModelsEnabled: boolean(true, 'operation', 'monitoring'),
  // Operation: quota
  QuotaForNewUser: integer(0, 0, MAX_QUOTA, 'operation', 'quota'),
  PreConsumedQuota: integer(500, 0, MAX_QUOTA, 'operation', 'quota'),
  UnpaidQuotaPerDay: integer(50_000, 0, MAX_QUOTA, 'operation', 'quota'),
  // Answers that are not charged, within the bound of UnpaidQuotaPerDay.
  WaiveEmptyAnswersEnabled: boolean(true, 'operation', 'quota'),
  WaiveBrokenAnswersEnabled: boolean(true, 'operation', 'quota'),
  QuotaForInviter: integer(0, 0, MAX_QUOTA, 'operation', 'quota'),
  QuotaForInvitee: integer(0, 0, MAX_QUOTA, 'operation', 'quota'),
  // Operation: routing. Of a model: the models that serve its calls when no channel of it can, as a comma list.
  ModelFallbacks: { kind: 'label-map', default: '{}', tab: 'operation', section: 'routing' },
  // Calls of one conversation keep their channel and key, where its prompt is cached.
  ConversationAffinityEnabled: boolean(true, 'operation', 'routing'),
  // Of a group: how channels of one priority are ordered.
  GroupRouting: { kind: 'choice-map', default: '{}', choices: ROUTING_ORDERS, tab: 'operation', section: 'routing' },
  // Of a group: when a second channel is asked beside the first.
  GroupHedging: { kind: 'choice-map', default: '{}', choices: HEDGING_RULES, tab: 'operation', section: 'routing' },
  // Of a group: seconds that a call waits for a permit instead of being refused.
  GroupWaitSeconds: ratioMap({}, MAX_WAIT_SECONDS, 'limits'),
  // How long the beginning of a stream is held back without content, while another channel can still be chosen.
  StreamCommitMs: integer(2000, 0, MAX_STREAM_COMMIT_MS, 'operation', 'routing'),
  // Operation: limits of calls. Groups and models that are not listed are unlimited.
  GroupCallsPerMinute: ratioMap({}, MAX_CALLS_PER_MINUTE, 'limits'),
  GroupLimits: { kind: 'limit-map', default: '{}', max: 1_000_000, tab: 'operation', section: 'limits' },
  ModelLimits: { kind: 'limit-map', default: '{}', max: 1_000_000, tab: 'operation', section: 'limits' },
  TimeZone: { kind: 'time-zone', default: 'UTC', tab: 'operation', section: 'limits' },
  SharedLimitAdvance: decimal(5, MAX_ADVANCE_PERCENT, 'operation', 'limits'),
  // Operation: chat links
  Chats: { kind: 'chats', default: JSON.stringify(DEFAULT_CHATS), tab: 'operation', section: 'chats' },
  // Operation: prices. An empty map uses the built-in list only. Values here override the list.
  ModelPrice: ratioMap({}, MAX_CALL_USD),
  ModelRatio: ratioMap({}),
  CompletionRatio: ratioMap({}),
  CacheRatio: ratioMap({}),
  ToolPrice: ratioMap({}, MAX_CALL_USD),
  PriceRules: { kind: 'price-rules', default: '{}', max: 1_000_000, tab: 'operation', section: 'ratio' },
  GroupRatio: ratioMap({ default: 1, vip: 1, svip: 1 }),
  UserUsableGroups: {
    kind: 'label-map',
    default: JSON.stringify({ default: '默认分组', vip: 'vip分组' }),
    tab: 'operation',
    section: 'ratio',
  },
  SellUnpricedModelsEnabled: boolean(false, 'operation', 'ratio'),
  UnpricedModelRatio: decimal(30, MAX_RATIO, 'operation', 'ratio'),
  // Operation: price sync. Public lists, one address a line; of a model that several have, the first counts.
  PriceSyncSources: { kind: 'lines', default: '', max: 10_000, tab: 'operation', section: 'priceSync' },
  PriceSyncSchedule: choice(['off', 'hourly', 'daily', 'weekly'], 'off', 'operation', 'priceSync'),
  // In percent: larger changes wait for a confirmation, and a list that has lost a larger share of its models is refused.
  PriceSyncMaxChange: decimal(25, MAX_RATIO, 'operation', 'priceSync'),
  PriceSyncMaxLoss: decimal(20, 100, 'operation', 'priceSync'),
  PriceSyncLocks: { kind: 'list', default: '', max: 200_000, tab: 'operation', section: 'priceSync' },
  // Written by the sync only (server/site/price-sync/).
  SyncedPrices: {
    kind: 'synced-prices',
    default: '{}',
    max: 10_000_000,
    tab: 'operation',
    section: 'priceSync',
    hidden: true,
  },
  // Operation: the catalogue of models. Fields here override the built-in facts.
  ModelCards: { kind: 'model-cards', default: '{}', max: 1_000_000, tab: 'operation', section: 'models' },

  // System: server, proxy, payment
  ServerAddress: url('system', 'general'),
  WorkerUrl: url('system', 'worker'),
  WorkerValidKey: secret('system', 'worker'),
  ...gatewayOptions(),
  CustomCallbackAddress: url('system', 'payment'),
  Price: decimal(7.3, MAX_RATIO, 'system', 'payment'),
  MinTopUp: integer(1, 1, MAX_MIN_TOPUP, 'system', 'payment'),
  TopupGroupRatio: ratioMap({ default: 1, vip: 1, svip: 1 }, MAX_RATIO, 'payment', 'system'),
  // System: receipts of payments. A receipt keeps what was set when it was numbered.
  ReceiptCompany: { ...text('', 'system', 'receipts'), max: 120 },
  ReceiptAddress: { kind: 'lines', default: '', max: 400, tab: 'system', section: 'receipts' },
  ReceiptTaxId: { ...text('', 'system', 'receipts'), max: 60 },
  ReceiptEmail: { ...text('', 'system', 'receipts'), max: 120 },
  ReceiptTaxName: { ...text('', 'system', 'receipts'), max: 40 },
  // Percent, contained in prices.
  ReceiptTaxRate: decimal(0, 100, 'system', 'receipts'),
  ReceiptFooter: { kind: 'lines', default: '', max: 600, tab: 'system', section: 'receipts' },
  ReceiptNumberFormat: numberFormat('{year}-{number}'),
  CreditNoteNumberFormat: numberFormat('CN-{year}-{number}'),
  // System: login and registration
  PasswordLoginEnabled: boolean(true, 'system', 'login'),
  PasswordRegisterEnabled: boolean(true, 'system', 'login'),
  EmailVerificationEnabled: boolean(false, 'system', 'login'),
  ...loginSwitches(() => boolean(false, 'system', 'login')),
  RegisterEnabled: boolean(true, 'system', 'login'),
  AdminSecondFactorRequired: boolean(false, 'system', 'login'),
  TurnstileCheckEnabled: boolean(false, 'system', 'login'),
  // System: e-mail restriction
  EmailDomainRestrictionEnabled: boolean(false, 'system', 'email'),
  EmailAliasRestrictionEnabled: boolean(false, 'system', 'email'),
  EmailDomainWhitelist: {
    kind: 'list',
    default: 'gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com',
    max: 20_000,
    tab: 'system',
    section: 'email',
  },
  // System: SMTP
  SMTPServer: text('', 'system', 'smtp'),
  SMTPPort: integer(587, 1, 65_535, 'system', 'smtp'),
  SMTPAccount: text('', 'system', 'smtp'),
  SMTPFrom: { kind: 'sender', default: '', max: 320, tab: 'system', section: 'smtp' },
  SMTPToken: secret('system', 'smtp'),
  SMTPSSLEnabled: boolean(false, 'system', 'smtp'),
  // System: third-party login
  ...loginOptions(MAX_TEXT),
  OIDCProviders: { kind: 'oidc-list', default: '[]', tab: 'system', section: 'oidc' },
  // JSON object of provider id → client secret, written with the list.
  OIDCProviderSecrets: { ...secret('system', 'oidc'), max: 100_000, hidden: true },
  TurnstileSiteKey: text('', 'system', 'turnstile'),
  TurnstileSecretKey: secret('system', 'turnstile'),

  // Other: content
  Notice: content('notice'),
  SystemName: { ...text('Switchyard', 'other', 'branding'), max: 60, required: true },
  // Included in every page, so its size is limited.
  Logo: { kind: 'picture', default: '', max: 20_000, tab: 'other', section: 'branding' },
  AccentColor: { kind: 'colour', default: '', tab: 'other', section: 'branding' },
  // Two sentences: they are the description of the page for search engines as well.
  HomeTagline: { ...text('', 'other', 'branding'), max: 200 },
  StatusPageEnabled: boolean(false, 'other', 'pages'),
  HomeBlocks: { kind: 'order', default: `${HOME_BLOCKS}`, choices: HOME_BLOCKS, tab: 'other', section: 'pages' },
  HomePageContent: content('pages'),
  About: content('pages'),
  Footer: content('pages'),
  TermsLink: url('other', 'pages'),
  ContactLink: { ...text('', 'other', 'pages'), max: 200 },

  // State of the setup checklist (server/site/setup/)
  SetupMail: hidden('setup'),
  SetupEntry: hidden('setup'),
  SetupHidden: hidden('setup'),
} as const satisfies Record<string, OptionSpec>

/** Every option key that has a value, including those that only the server writes. */
export type StoredKey = keyof typeof options
/** Option keys that operators can set. */
export type OptionKey = Exclude<StoredKey, `Setup${string}` | 'OIDCProviderSecrets' | 'SyncedPrices'>

/** Whether a text is the key of a stored value. */
export function isStoredKey(key: string): key is StoredKey {
  return Object.hasOwn(options, key)
}

/** Whether a text is the key of an option that operators can set. */
export function isOptionKey(key: string): key is OptionKey {
  return isStoredKey(key) && !('hidden' in options[key])
}

/**
 * Whether a change of an option needs a fresh proof of identity: those of the system tab decide who gets the money, who
 * gets in, and where links of mails lead; addresses decide where users go, with their keys for chat pages.
 */
export const needsProof = (key: StoredKey): boolean =>
  options[key].tab === 'system' || ['url', 'chats'].includes(options[key].kind) || ADDRESSES_IN_TEXT.includes(key)

const ADDRESSES_IN_TEXT: readonly StoredKey[] = ['PriceSyncSources', 'ContactLink']

interface ValueOfKind {
  boolean: boolean
  integer: number
  decimal: number
  text: string
  content: string
  url: string
  picture: string
  colour: string
  sender: string
  list: string[]
  lines: string[]
  'ratio-map': Record<string, number>
  'label-map': Record<string, string>
  chats: Record<string, string>[]
  'model-cards': Record<string, OwnCard>
  'price-rules': Record<string, readonly PriceRule[]>
  'limit-map': Record<string, Limits>
  'synced-prices': SyncedPrices
  'oidc-list': OidcProvider[]
}
type ValueOf<Spec extends OptionSpec> = Spec extends { kind: 'choice'; choices: readonly (infer Choice)[] }
  ? Choice
  : Spec extends { kind: 'order'; choices: readonly (infer Choice)[] }
    ? Choice[]
    : Spec extends { kind: 'choice-map'; choices: readonly (infer Choice)[] }
      ? Record<string, Choice>
      : Spec extends { kind: infer Kind extends keyof ValueOfKind }
        ? ValueOfKind[Kind]
        : never
/** Values of all options, decoded for the server. */
export type OptionValues = { [K in StoredKey]: ValueOf<(typeof options)[K]> }
