import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { Language } from '#contract/errors.ts'
import type { AlertMessageTable, AlertRuleTable, AlertSinkTable, AlertTable } from './alert-tables.ts'
import type {
  BudgetWindowTable,
  JournalPositionTable,
  LedgerOpeningTable,
  UnpaidAnswerTable,
  WalletLeaseTable,
} from './balance-tables.ts'
import type { ChannelKeyTable } from './channel-key-table.ts'
import type { ImportOriginTable, ImportRunTable } from './import-tables.ts'
import type {
  AuthenticatorTable,
  LoginChallengeTable,
  MailedCodeTable,
  OauthStateTable,
  PasskeyChallengeTable,
  PasskeyTable,
  RecoveryCodeTable,
  SessionTable,
  UserIdentityTable,
} from './login-tables.ts'
import type {
  BillReportTable,
  JobTable,
  LearnedRatioTable,
  NodeTable,
  WatchdogReportTable,
} from './operations-tables.ts'
import type { PaymentClaimTable, PaymentEntryTable, TopUpTable } from './payment-tables.ts'
import type { PriceListTable, PriceSyncTable } from './price-sync-tables.ts'
import type { BillingDetailsTable, PaymentReceiptTable, ReceiptCounterTable } from './receipt-tables.ts'
import type { MidjourneyTable, TaskTable } from './task-tables.ts'
import type {
  IncidentTable,
  RollupSetTable,
  RollupSumTable,
  TrafficErrorTable,
  TrafficHourTable,
} from './traffic-tables.ts'

/** Column types of every table. Booleans are 0/1, times unix seconds, money and counters 64-bit integers. */

type Flag = ColumnType<number, number | boolean, number | boolean>

export interface UserTable {
  id: Generated<number>
  username: string
  password: string
  display_name: Generated<string>
  role: Generated<number>
  status: Generated<number>
  email: Generated<string>
  /** Ids that accounts of older versions were shown with. `user_identities.shown` goes before them. */
  github_id: Generated<string>
  wechat_id: Generated<string>
  telegram_id: Generated<string>
  linux_do_id: Generated<string>
  oidc_id: Generated<string>
  /** HMAC of the system access token. */
  access_token: string | null
  /** A `Scope`; "" = everything. */
  access_token_scope: Generated<string>
  /** The units that are not leased. The displayed balance adds the outstanding leases. */
  quota: Generated<number>
  /** Thousandths of a unit that were used but not yet charged. */
  quota_carry: Generated<number>
  used_quota: Generated<number>
  request_count: Generated<number>
  group: Generated<string>
  /** What the user pays is multiplied by it, after the group's ratio. */
  user_ratio: Generated<number>
  aff_code: string | null
  aff_count: Generated<number>
  aff_quota: Generated<number>
  aff_history: Generated<number>
  inviter_id: Generated<number>
  created_time: Generated<number>
  deleted_at: string | null
  /** Whether the user was reminded of the low balance; also set until the balance is first above the threshold. */
  quota_reminded: Generated<number>
  /** `zh` or `en`, from the browser or chosen by the user; "" = unknown. */
  language: Generated<Language | ''>
  /** JSON of Limits; "" = none. */
  limits: Generated<string>
  /** Whether the user gets mails before tokens expire. */
  expiry_mails: Generated<number>
}

export interface TokenTable {
  id: Generated<number>
  user_id: number
  /** Encrypted. */
  key: string
  /** HMAC of the key, for look-ups. */
  key_hash: string
  status: Generated<number>
  name: string
  created_time: number
  accessed_time: number
  expired_time: Generated<number>
  remain_quota: Generated<number>
  unlimited_quota: Flag
  model_limits_enabled: Flag
  /** Comma list of names and patterns. */
  model_limits: Generated<string>
  /** Comma list of endpoint kinds; "" = all. */
  endpoints: Generated<string>
  note: Generated<string>
  /** Each tag between commas; "" = none. */
  tags: Generated<string>
  /** Unix seconds of the last call, its address and client; 0 = there was none since this is noted. */
  last_used_at: Generated<number>
  last_used_ip: Generated<string>
  last_used_client: Generated<string>
  /** The `expired_time` of which the owner knew `expiry_told_left` seconds before it, by a mail or by setting it. */
  expiry_told_of: Generated<number>
  expiry_told_left: Generated<number>
  allow_ips: Generated<string>
  used_quota: Generated<number>
  group: Generated<string>
  /** JSON of Limits; "" = none. */
  limits: Generated<string>
  deleted_at: string | null
}

/** A key that a token had before it was rotated. */
export interface FormerTokenKeyTable {
  id: Generated<number>
  token_id: number
  /** Encrypted. */
  key: string
  /** HMAC of the key. */
  key_hash: string
  expires_at: number
}

export interface ChannelTable {
  id: Generated<number>
  type: number
  /** Encrypted. */
  key: string
  key_hash: string
  open_ai_organization: Generated<string>
  test_model: Generated<string>
  status: Generated<number>
  name: string
  weight: Generated<number>
  priority: Generated<number>
  created_time: number
  test_time: Generated<number>
  balance_updated_time: Generated<number>
  response_time: Generated<number>
  /** JSON of an ApiError's code and parameters; "" = the last test succeeded, or there was none. */
  test_error: Generated<string>
  base_url: Generated<string>
  other: Generated<string>
  /** USD. */
  balance: Generated<number>
  models: string
  group: Generated<string>
  used_quota: Generated<number>
  model_mapping: Generated<string>
  status_code_mapping: Generated<string>
  auto_ban: Generated<number>
  other_info: Generated<string>
  /** JSON of ChannelSettings, with stars for what `secrets` has: sealed JSON of ChannelSecrets; "" = none. */
  settings: Generated<string>
  secrets: Generated<string>
  /** JSON of a BuyPrice; "" = none. */
  buy_price: Generated<string>
  /** JSON of Limits; "" = none. */
  limits: Generated<string>
  /** Noted by consoles of this family; routing does not read it. 0 = none. */
  max_input_tokens: Generated<number>
}

/** A test of a channel; about 20 are kept for each channel. */
export interface ChannelTestTable {
  id: Generated<number>
  channel_id: number
  tested_at: number
  /** Milliseconds. */
  response_time: number
  model: string
  /** JSON of an ApiError's code and parameters, without host names; "" = the channel answered. */
  error: string
}

export interface AbilityTable {
  group: string
  model: string
  channel_id: number
  enabled: Flag
  priority: number
  weight: number
}

export interface OptionTable {
  key: string
  /** Encrypted if the registry marks the option as secret. */
  value: string
}

export interface LogTable {
  id: Generated<number>
  user_id: number
  created_at: number
  type: number
  content: string
  username: string
  token_name: string
  model_name: string
  quota: number
  prompt_tokens: number
  completion_tokens: number
  use_time: number
  is_stream: Flag
  channel_id: number
  token_id: number
  other: string
  request_id: string
  /** The terms that the row shares with others: `content`, where its own is "", and a part of `other`. 0 = none. */
  terms_id: Generated<number>
  /** What the vendor charges the operator for the call, in thousandths of a unit; null = unknown. */
  cost: Generated<number | null>
}

/** The terms that receipts of one price share (`receipts/shared-terms.ts`). */
export interface ReceiptTermsTable {
  id: number
  content: string
  receipt: string
}

/** An answer that later turns of its token may refer to; texts are encrypted. */
export interface StoredResponseTable {
  /** The call's id. */
  id: string
  user_id: number
  /** 0 = the playground. */
  token_id: number
  created_at: number
  /** Size of both texts. */
  bytes: number
  /** The items of the request. */
  input: string
  output: string
  /** The response without its output; "" = an older version kept the row. */
  response: string
}

/** Where a vendor keeps a response, and whose it is. */
export interface ResponsePlaceTable {
  /** The vendor's id. */
  id: string
  user_id: number
  /** 0 = the playground. */
  token_id: number
  channel_id: number
  /** 0 = the channel has one key. */
  key_id: number
  model: string
  created_at: number
}

/** Hourly roll-up of consumption. */
export interface QuotaDataTable {
  id: Generated<number>
  user_id: number
  username: string
  model_name: string
  /** Start of the hour. */
  created_at: number
  token_id: number
  channel_id: number
  token_used: number
  /** The two parts of `token_used`. Calls counted before these columns existed are in neither. */
  prompt_tokens: Generated<number>
  completion_tokens: Generated<number>
  /** The share of `prompt_tokens` that was read from a vendor's cache; unknown for older calls, which count as fresh. */
  cached_tokens: Generated<number>
  count: number
  quota: number
  /** The share of the three sums above whose log rows were deleted or never written: sums = rows + unlisted. */
  unlisted_tokens: Generated<number>
  unlisted_count: Generated<number>
  unlisted_quota: Generated<number>
  /** The share of `quota` that was refunded because the task it paid for failed. Counters are sums − refunds. */
  refunded: Generated<number>
  /** What vendors charge, in thousandths of a unit, as far as it is known; the share without log rows. */
  cost: Generated<number>
  unlisted_cost: Generated<number>
  /** The share of `quota`, and of what was refunded of it, whose cost is known; the share without log rows. */
  costed_quota: Generated<number>
  costed_refunded: Generated<number>
  unlisted_costed_quota: Generated<number>
  /** Failed calls; they are not in `count`. Their model is "" where no channel has it. */
  failed_count: Generated<number>
}

export interface AuditTable {
  id: Generated<number>
  created_at: number
  actor_id: number
  actor_name: string
  action: string
  target_kind: string
  target_id: string
  /** JSON texts without secrets. */
  before: string
  after: string
  ip: string
  request_id: string
}

export interface RedemptionTable {
  id: Generated<number>
  user_id: number
  key: string
  key_hash: string
  status: Generated<number>
  name: string
  quota: number
  created_time: number
  redeemed_time: Generated<number>
  used_user_id: Generated<number>
  deleted_at: string | null
}

export interface Tables {
  users: UserTable
  sessions: SessionTable
  user_identities: UserIdentityTable
  mailed_codes: MailedCodeTable
  oauth_states: OauthStateTable
  authenticators: AuthenticatorTable
  recovery_codes: RecoveryCodeTable
  login_challenges: LoginChallengeTable
  passkeys: PasskeyTable
  passkey_challenges: PasskeyChallengeTable
  tokens: TokenTable
  former_token_keys: FormerTokenKeyTable
  budget_windows: BudgetWindowTable
  channels: ChannelTable
  channel_keys: ChannelKeyTable
  channel_tests: ChannelTestTable
  abilities: AbilityTable
  options: OptionTable
  logs: LogTable
  receipt_terms: ReceiptTermsTable
  stored_responses: StoredResponseTable
  response_places: ResponsePlaceTable
  unpaid_answers: UnpaidAnswerTable
  quota_data: QuotaDataTable
  rollup_sets: RollupSetTable
  rollup_sums: RollupSumTable
  ledger_openings: LedgerOpeningTable
  wallet_leases: WalletLeaseTable
  journal_positions: JournalPositionTable
  audits: AuditTable
  redemptions: RedemptionTable
  top_ups: TopUpTable
  payment_claims: PaymentClaimTable
  payment_entries: PaymentEntryTable
  billing_details: BillingDetailsTable
  receipt_counters: ReceiptCounterTable
  payment_receipts: PaymentReceiptTable
  alerts: AlertTable
  alert_rules: AlertRuleTable
  alert_sinks: AlertSinkTable
  alert_messages: AlertMessageTable
  jobs: JobTable
  nodes: NodeTable
  watchdog_reports: WatchdogReportTable
  midjourneys: MidjourneyTable
  tasks: TaskTable
  traffic_hours: TrafficHourTable
  traffic_errors: TrafficErrorTable
  incidents: IncidentTable
  learned_ratios: LearnedRatioTable
  bill_reports: BillReportTable
  price_syncs: PriceSyncTable
  price_lists: PriceListTable
  import_origins: ImportOriginTable
  import_runs: ImportRunTable
}

export type UserRow = Selectable<UserTable>
export type TokenRow = Selectable<TokenTable>
export type ChannelRow = Selectable<ChannelTable>
export type ChannelTestRow = Selectable<ChannelTestTable>
export type AbilityRow = Selectable<AbilityTable>
export type RedemptionRow = Selectable<RedemptionTable>
export type LogRow = Selectable<LogTable>
export type TopUpRow = Selectable<TopUpTable>
export type MidjourneyRow = Selectable<MidjourneyTable>
export type TaskRow = Selectable<TaskTable>
export type NewLog = Insertable<LogTable>
