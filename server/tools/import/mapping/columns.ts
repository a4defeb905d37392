import type { Schema } from '../source/reader.ts'
import { CHANNEL_COLUMNS } from './channels.ts'
import { LOG_COLUMNS } from './logs.ts'
import { ORDER_COLUMNS, TOP_UP_COLUMNS } from './orders.ts'
import { REDEMPTION_COLUMNS } from './redemptions.ts'
import { MIDJOURNEY_COLUMNS, TASK_COLUMNS } from './tasks.ts'
import { TOKEN_COLUMNS } from './tokens.ts'
import { USER_COLUMNS } from './users.ts'

export const GROUP_COLUMNS = ['symbol', 'name', 'ratio', 'public', 'enable'] as const
export const PRICE_COLUMNS = ['type', 'input', 'output', 'locked', 'extra_ratios'] as const
export const PAYMENT_COLUMNS = ['type'] as const

/** What is read of each table; columns that are read only to say that they are lost count too. */
const READ: Readonly<Record<string, readonly string[]>> = {
  users: USER_COLUMNS,
  tokens: TOKEN_COLUMNS,
  channels: CHANNEL_COLUMNS,
  redemptions: REDEMPTION_COLUMNS,
  options: ['key', 'value'],
  user_groups: GROUP_COLUMNS,
  prices: ['model', ...PRICE_COLUMNS],
  payments: PAYMENT_COLUMNS,
  orders: ORDER_COLUMNS,
  top_ups: TOP_UP_COLUMNS,
  logs: LOG_COLUMNS,
  tasks: TASK_COLUMNS,
  midjourneys: MIDJOURNEY_COLUMNS,
}

/** Tables of what was: nothing of them gives or takes a right or money later. */
const HISTORY =
  /^(?:logs|tasks|midjourneys|top_ups|orders|payments|statistics|quota_data|perf_metrics|usage_reports|.*_(?:logs?|records?))$/

/** Columns and tables of the known programs that were looked at: the import goes on without them. Sources: their model/*.go. */
const LOOKED_AT: ReadonlySet<string> = new Set([
  ...['users.last_login_at', 'users.last_login_time', 'users.last_login_ip', 'users.stripe_customer'],
  // Veloera's daily credit, and the names of Linux DO accounts in done-hub.
  ...['users.last_check_in_time', 'users.linuxdo_username', 'users.linuxdo_trust_level', 'users.used_invite_code'],
  ...['tokens.cross_group_retry', 'channels.pre_cost', 'channels.compatible_response', 'channels.allow_extra_body'],
  ...['user_groups.api_rate', 'user_groups.promotion', 'user_groups.min', 'user_groups.max', 'prices.channel_type'],
  ...['casbin_rule', 'authz_roles', 'user_subscriptions', 'subscription_plans', 'subscription_orders'],
  ...['two_fa_backup_codes', 'prefill_groups', 'setups', 'invite_codes'],
])

/** Tables that repeat others, or that the program keeps for itself; and those that a remark explains. */
const SILENT =
  /^(?:sqlite_.*|abilities|quota_data|migrations|setups|system_.*|two_fas|passkey_credentials|webauthn_credentials|user_oauth_bindings)$/

const MONEY =
  /^(?:quotas?|balances?|amounts?|money|prices?|ratios?|costs?|credits?|coins?|points?|fees?|discounts?|coupons?|wallets?|bonus(?:es)?|rebates?|commissions?|cashback|budgets?|deposits?|debts?|paid|charges?|refunds?|gifts?|uses|used)$/
const RIGHTS =
  /^(?:roles?|admins?|permissions?|perms?|scopes?|grants?|allow(?:ed)?|deny|denied|forbid(?:den)?|ban(?:ned)?|block(?:ed)?|blacklist|whitelist|acl|polic(?:y|ies)|ips?|subnets?|cidr|expir(?:e[sd]?|y|ation)|valid|validity|until|limit(?:s|ed)?|max|min|rate|rpm|tpm|rpd|concurrency|lock(?:ed)?|restrict(?:s|ed|ions?)?|frozen|suspended|approved|stat(?:us|e)|enabled?|disabled?|active|parent|owner|org|organizations?|tenants?|vip|level|groups?)$/

/** Whether what a table or `table.column` holds may be money or a right, so that an import without it needs a word. */
export function mayMatter(name: string): boolean {
  const [table = '', column] = name.split('.')
  if (HISTORY.test(table) || LOOKED_AT.has(name)) return false
  return (column ?? table).split('_').some((word) => MONEY.test(word) || RIGHTS.test(word))
}

/** The columns of each table that nothing reads, with their defaults; a table that nothing reads has none listed. */
export function unreadColumns(schema: Schema): Map<string, ReadonlyMap<string, string>> {
  const unread = new Map<string, ReadonlyMap<string, string>>()
  for (const [table, columns] of schema) {
    if (SILENT.test(table)) continue
    const read = READ[table]
    const left = [...columns].filter(([name]) => read && name !== 'id' && !read.includes(name))
    if (!read || left.length > 0) unread.set(table, new Map(left))
  }
  return unread
}

const CORE = ['users', 'tokens', 'channels', 'redemptions']

/** Whether the tables of users, tokens, channels and codes have columns that none of the known programs has. */
export function hasForeignColumns(schema: Schema): boolean {
  const unread = unreadColumns(schema)
  return CORE.some((table) => [...(unread.get(table)?.keys() ?? [])].some((name) => !LOOKED_AT.has(`${table}.${name}`)))
}
