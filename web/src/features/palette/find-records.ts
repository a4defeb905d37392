import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { findChannels as askChannels, type Channel } from '#contract/api/channels.ts'
import { getLog, getOwnLog, type Log, listLogs, listOwnLogs } from '#contract/api/logs.ts'
import { getPricing } from '#contract/api/public-prices.ts'
import { findRedemptions as askRedemptions, type Redemption } from '#contract/api/redemption.ts'
import { selfModels } from '#contract/api/session.ts'
import { findTokens as askTokens, type Token } from '#contract/api/tokens.ts'
import { findUsers as askUsers, type User } from '#contract/api/users.ts'
import type { FoundOption } from '#web/features/settings/options/option-texts.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { type Lookup, matchingModels } from './lookup.ts'

/** The search results of each kind, limited to a few rows. */
export interface FoundRecords {
  logs: Log[]
  tokens: Token[]
  channels: Channel[]
  users: User[]
  redemptions: Redemption[]
  models: string[]
  options: FoundOption[]
}

/** Maximum number of rows per kind. */
const FEW = 5
/** Debounce after the last key press, so that a word is one search. */
const TYPING_MS = 250

/**
 * Finds the records that match a text. A new text cancels the running or waiting search: at most one search
 * runs.
 */
export const recordsQuery = (lookup: Lookup | null, { admin, root }: Pick<Asking, 'admin' | 'root'>) =>
  queryOptions({
    queryKey: ['palette', lookup, admin, root],
    queryFn: async ({ signal, client }) => {
      await pause(TYPING_MS, signal)
      return findRecords(lookup ?? {}, { admin, root, client, signal })
    },
    enabled: lookup !== null,
    // The user is waiting: the error shows at once, with a retry button.
    retry: false,
    gcTime: 30_000,
  })

interface Asking {
  admin: boolean
  root: boolean
  client: QueryClient
  signal: AbortSignal
}

async function findRecords(lookup: Lookup, asking: Asking): Promise<FoundRecords> {
  const [logs, tokens, channels, users, redemptions, models, options] = await Promise.all([
    findLogs(lookup, asking),
    findTokens(lookup, asking),
    findChannels(lookup, asking),
    findUsers(lookup, asking),
    findRedemptions(lookup, asking),
    lookup.word === undefined ? [] : asking.client.fetchQuery(modelsQuery(asking.admin)),
    findSettings(lookup, asking),
  ])
  return { logs, tokens, channels, users, redemptions, models: matchingModels(models, lookup), options }
}

async function findLogs({ requestId, logId }: Lookup, { admin, signal }: Asking): Promise<Log[]> {
  if (requestId !== undefined) {
    const query = { request_id: requestId, page_size: FEW }
    return (await (admin ? call(listLogs, { query }, signal) : call(listOwnLogs, { query }, signal))).items
  }
  if (logId === undefined) return []
  const input = { params: { id: logId } }
  try {
    return [await (admin ? call(getLog, input, signal) : call(getOwnLog, input, signal))]
  } catch (error) {
    // An error with status 200 means that no such row is visible to this user.
    if (error instanceof ApiError && error.status === 200) return []
    throw error
  }
}

async function findTokens({ word, key }: Lookup, { signal }: Asking): Promise<Token[]> {
  if (word === undefined && key === undefined) return []
  return call(askTokens, { query: { size: FEW }, body: { keyword: word, token: key } }, signal)
}

async function findChannels({ word, key }: Lookup, { admin, signal }: Asking): Promise<Channel[]> {
  const keyword = word ?? key
  if (!admin || keyword === undefined) return []
  return call(askChannels, { query: { page_size: FEW }, body: { keyword } }, signal)
}

async function findUsers({ word, key }: Lookup, { admin, signal }: Asking): Promise<User[]> {
  if (admin && key !== undefined) return call(askUsers, { body: { token: key } }, signal)
  if (!admin || word === undefined) return []
  return call(askUsers, { query: { page_size: FEW }, body: { keyword: word } }, signal)
}

async function findRedemptions({ word }: Lookup, { admin, signal }: Asking): Promise<Redemption[]> {
  if (!admin || word === undefined) return []
  return call(askRedemptions, { query: { page_size: FEW }, body: { keyword: word } }, signal)
}

async function findSettings({ word }: Lookup, { root, client }: Asking): Promise<FoundOption[]> {
  if (!root || word === undefined) return []
  const { findOptions } = await import('#web/features/settings/options/option-texts.ts')
  return findOptions(client, word, FEW)
}

/** Names of the callable models: all of them for administrators, the user's own otherwise. */
const modelsQuery = (admin: boolean) =>
  queryOptions({
    queryKey: ['palette', 'models', admin],
    queryFn: async ({ signal }) =>
      admin ? (await call(getPricing, {}, signal)).map(({ model_name }) => model_name) : call(selfModels, {}, signal),
    staleTime: 60_000,
  })

function pause(milliseconds: number, signal: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
