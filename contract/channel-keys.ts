/** Pools of keys: several keys in one channel. */

/** How a key of a pool is chosen: in turn, at random, or the least busy one. The first two are this family's names. */
export const MULTI_KEY_MODES = ['polling', 'random', 'least_busy'] as const
export type MultiKeyMode = (typeof MULTI_KEY_MODES)[number]
export const DEFAULT_MULTI_KEY_MODE: MultiKeyMode = 'polling'

/** The largest number of keys in a pool. */
export const MAX_POOL_KEYS = 20_000

/** What can be said of a key in one word; cooling keys are enabled. */
export const KEY_STATES = ['enabled', 'cooling', 'stopped', 'disabled'] as const
export type KeyState = (typeof KEY_STATES)[number]
