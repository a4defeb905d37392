import { HOUR } from '../hours.ts'

export const DAY = 24 * HOUR

/** What the rows of a set are told apart by; all else is summed. */
const KEYS = {
  channels: ['model_name', 'channel_id'],
  models: ['model_name'],
  channel: ['channel_id'],
  users: ['user_id'],
  accounts: ['user_id', 'token_id'],
} as const

interface Level {
  /** Length of its periods in seconds. */
  seconds: number
  keys: readonly ('model_name' | 'channel_id' | 'user_id' | 'token_id')[]
  /** The number of days whose periods are summed; older periods are rarely asked for and is read from the roll-ups. */
  days: number
}

/**
 * The kinds of sets that are kept of the roll-ups. Triggers know them by the end of their names, hour or day
 * (0055-hourly-sets).
 */
export const LEVELS = {
  hour: { seconds: HOUR, keys: KEYS.channels, days: 400 },
  day: { seconds: DAY, keys: KEYS.channels, days: 400 },
  'account-day': { seconds: DAY, keys: KEYS.accounts, days: 400 },
  'model-hour': { seconds: HOUR, keys: KEYS.models, days: 400 },
  'channel-hour': { seconds: HOUR, keys: KEYS.channel, days: 400 },
  'model-day': { seconds: DAY, keys: KEYS.models, days: 400 },
  'channel-day': { seconds: DAY, keys: KEYS.channel, days: 400 },
  'user-day': { seconds: DAY, keys: KEYS.users, days: 400 },
  // These have the most rows.
  'account-hour': { seconds: HOUR, keys: KEYS.accounts, days: 100 },
} as const satisfies Record<string, Level>

export type LevelName = keyof typeof LEVELS

/** The sums that a set has. */
export const SET_SUMS = [
  'token_used',
  'prompt_tokens',
  'completion_tokens',
  'cached_tokens',
  'count',
  'quota',
  'refunded',
  'failed_count',
  'unlisted_count',
  'unlisted_quota',
  'cost',
  'costed_quota',
  'costed_refunded',
] as const

export const SET_KEYS = ['model_name', 'channel_id', 'user_id', 'token_id'] as const
