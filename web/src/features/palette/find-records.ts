import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { findChannels as askChannels, type Channel } from '#contract/api/channels.ts'
import { getLog, getOwnLog, type Log, listLogs, listOwnLogs } from '#contract/api/logs.ts'
import { getPricing } from '#contract/api/pricing.ts'
import { findRedemptions as askRedemptions, type Redemption } from '#contract/api/redemption.ts'
import { selfModels } from '#contract/api/session.ts'
import { findTokens as askTokens, type Token } from '#contract/api/tokens.ts'
import { findUsers as askUsers, type User } from '#contract/api/users.ts'
import type { FoundOption } from '#web/features/settings/option-words.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { type Lookup, matchingModels } from './lookup.ts'

/** What was found of each kind, a few rows of it. */
export interface FoundRecords {
  logs: Log[]
  tokens: Token[]
  channels: Channel[]
  users: User[]
  redemptions: Redemption[]
  models: string[]
  options: FoundOption[]
}

/** Rows of a kind. */
const FEW = 5
/** After the last key, so that a word is asked for and not each of its letters. */
const TYPING_MS = 250

/**
 * The records that a text names. Another text gives up this round, whether it has begun or still waits: there is never
 * more than one.
 */
export const recordsQuery = (lookup: Lookup | null, { admin, root }: Pick<Asking, 'admin' | 'root'>) =>
  queryOptions({
    queryKey: ['palette', lookup, admin, root],
    queryFn: async ({ signal, client }) => {
      await pause(TYPING_MS, signal)
      return findRecords(lookup ?? {}, { admin, root, client, signal })
    },
    enabled: lookup !== null,
    // Whoever waits for an answer is told at once, and asks again.
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
    // A refusal: there is no such row that this user may see.
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
  const { findOptions } = await import('#web/features/settings/option-words.ts')
  return findOptions(client, word, FEW)
}

/** Names of the models that can be called: by anybody for administrators, by oneself otherwise. */
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
