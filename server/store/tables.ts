import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'

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
  github_id: Generated<string>
  wechat_id: Generated<string>
  telegram_id: Generated<string>
  linux_do_id: Generated<string>
  /** HMAC of the system access token. */
  access_token: string | null
  /** What nobody has leased. The balance that is shown adds the outstanding leases. */
  quota: Generated<number>
  /** Thousandths of a unit that were used but not yet charged. */
  quota_carry: Generated<number>
  used_quota: Generated<number>
  request_count: Generated<number>
  group: Generated<string>
  aff_code: string | null
  aff_count: Generated<number>
  aff_quota: Generated<number>
  aff_history: Generated<number>
  inviter_id: Generated<number>
  created_time: Generated<number>
  deleted_at: string | null
}

export interface SessionTable {
  /** SHA-256 of the cookie's value. */
  id: string
  user_id: number
  created_at: number
  last_seen_at: number
  expires_at: number
  ip: string
  user_agent: string
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
  model_limits: Generated<string>
  allow_ips: Generated<string>
  used_quota: Generated<number>
  group: Generated<string>
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
  /** JSON of ChannelSettings. */
  settings: Generated<string>
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
  /** Encrypted where the registry says secret. */
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
  count: number
  quota: number
}

export interface WalletLeaseTable {
  node_id: string
  owner_kind: 'user' | 'token'
  owner_id: number
  granted: number
  spent: number
  carry: number
  expires_at: number
}

export interface JournalPositionTable {
  node_id: string
  segment: number
  offset: number
  /** Segments before this one are done with: nothing in them can be open. */
  floor: number
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

export interface TopUpTable {
  id: Generated<number>
  user_id: number
  amount: number
  money: number
  trade_no: string
  create_time: number
  status: string
}

export interface MidjourneyTable {
  id: Generated<number>
  code: number
  user_id: number
  action: string
  mj_id: string
  prompt: string
  prompt_en: string
  description: string
  state: string
  submit_time: number
  start_time: number
  finish_time: number
  image_url: string
  status: string
  progress: string
  fail_reason: string
  channel_id: number
  quota: number
  buttons: string
  properties: string
}

export interface TaskTable {
  id: Generated<number>
  created_at: number
  updated_at: number
  task_id: string
  platform: string
  user_id: number
  channel_id: number
  quota: number
  action: string
  status: string
  fail_reason: string
  submit_time: number
  start_time: number
  finish_time: number
  progress: string
  properties: string
  data: string
}

export interface Tables {
  users: UserTable
  sessions: SessionTable
  tokens: TokenTable
  channels: ChannelTable
  abilities: AbilityTable
  options: OptionTable
  logs: LogTable
  quota_data: QuotaDataTable
  wallet_leases: WalletLeaseTable
  journal_positions: JournalPositionTable
  audits: AuditTable
  redemptions: RedemptionTable
  top_ups: TopUpTable
  midjourneys: MidjourneyTable
  tasks: TaskTable
}

export type UserRow = Selectable<UserTable>
export type TokenRow = Selectable<TokenTable>
export type ChannelRow = Selectable<ChannelTable>
export type LogRow = Selectable<LogTable>
export type NewLog = Insertable<LogTable>
