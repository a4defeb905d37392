import { type Audit, audit } from '#contract/api/audits.ts'
import { type Channel, channel } from '#contract/api/channels.ts'
import { type Log, log } from '#contract/api/logs.ts'
import { type PublicPrice, publicPrice } from '#contract/api/public-prices.ts'
import { type Redemption, redemption } from '#contract/api/redemption.ts'
import { type Token, token } from '#contract/api/tokens.ts'
import { type User, user } from '#contract/api/users.ts'
import { ROLE } from '#contract/roles.ts'
import { CHANNEL_STATUS, LOG_TYPE, REDEMPTION_STATUS, TOKEN_STATUS, USER_STATUS } from '#contract/statuses.ts'
import { sampleOf } from './sample.ts'

const TIME = 1_780_000_000

// The plainest record of each kind that is in use; a test names the fields that it is about.

export const aToken = (fields: Partial<Token> = {}): Token => ({
  ...sampleOf(token),
  id: 1,
  user_id: 1,
  key: 'abcd1234',
  status: TOKEN_STATUS.enabled,
  name: 'app',
  created_time: TIME,
  expired_time: -1,
  unlimited_quota: true,
  ...fields,
})

export const aChannel = (fields: Partial<Channel> = {}): Channel => ({
  ...sampleOf(channel),
  id: 1,
  type: 1,
  status: CHANNEL_STATUS.enabled,
  name: 'main',
  created_time: TIME,
  models: 'gpt-4o',
  group: 'default',
  auto_ban: 1,
  ...fields,
})

export const aCode = (fields: Partial<Redemption> = {}): Redemption => ({
  ...sampleOf(redemption),
  id: 1,
  user_id: 1,
  key: 'code-0001',
  status: REDEMPTION_STATUS.unused,
  name: 'welcome',
  quota: 500_000,
  created_time: TIME,
  ...fields,
})

export const aUser = (fields: Partial<User> = {}): User => ({
  ...sampleOf(user),
  id: 2,
  username: 'ann',
  role: ROLE.user,
  status: USER_STATUS.enabled,
  group: 'default',
  user_ratio: 1,
  ...fields,
})

export const anAudit = (fields: Partial<Audit> = {}): Audit => ({
  ...sampleOf(audit),
  id: 1,
  created_at: TIME,
  actor_id: 1,
  actor_name: 'root',
  action: 'token.create',
  target_kind: 'token',
  target_id: '1',
  ...fields,
})

export const aLog = (fields: Partial<Log> = {}): Log => ({
  ...sampleOf(log),
  id: 1,
  user_id: 1,
  created_at: TIME,
  type: LOG_TYPE.consume,
  username: 'root',
  token_name: 'small',
  token_id: 1,
  model_name: 'gpt-4o-mini',
  quota: 1000,
  channel: 1,
  ...fields,
})

export const aPrice = (fields: Partial<PublicPrice> = {}): PublicPrice => ({ ...sampleOf(publicPrice), ...fields })

/** So many records, told apart by their ids from 1 on. */
export const many = <T>(count: number, make: (id: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index + 1))
