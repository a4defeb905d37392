import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'
import type { Language } from '#contract/errors.ts'

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

/** One row for each job; the node that holds the lease runs it. */
export interface JobTable {
  name: string
  holder: Generated<string>
  lease_until: Generated<number>
  next_run: Generated<number>
  /** The last run that ended: its start, its node, and "" or its error. */
  last_run: Generated<number>
  last_milliseconds: Generated<number>
  last_node: Generated<string>
  last_error: Generated<string>
}

/** The nodes that have reported lately. */
export interface NodeTable {
  id: string
  host: string
  version: string
  started_at: number
  seen_at: number
  /** Relayed calls in progress and resident memory in bytes, at `seen_at`. */
  calls: number
  memory: number
  /** Bytes of the disk that holds its data; 0 = unknown. */
  disk_free: Generated<number>
  disk_size: Generated<number>
}

/** The tables that several areas use; each area adds those of its own, in its `tables.ts`. */
export interface Tables {
  users: UserTable
  tokens: TokenTable
  channels: ChannelTable
  abilities: AbilityTable
  options: OptionTable
  logs: LogTable
  audits: AuditTable
  jobs: JobTable
  nodes: NodeTable
}

export type UserRow = Selectable<UserTable>
export type TokenRow = Selectable<TokenTable>
export type ChannelRow = Selectable<ChannelTable>
export type AbilityRow = Selectable<AbilityTable>
export type LogRow = Selectable<LogTable>
export type NewLog = Insertable<LogTable>
