import type { SyncSourceReport } from '#contract/api/price-sync.ts'
import type { ListProblem } from '#contract/prices/sync/price-changes.ts'
import type { SyncSource } from '../../../money/prices/sync/plan-sync.ts'
import { readPriceList } from '../../../money/prices/sync/read-list.ts'
import { callService, OutgoingError } from '../../../wire/egress/call-service.ts'

/** The largest public list has about 2 MB today. */
const MAX_BYTES = 16 * 1024 * 1024
const MAX_MS = 30_000

export interface ReadLists {
  reports: SyncSourceReport[]
  /** All lists; undefined if one of them cannot be used. */
  sources: SyncSource[] | undefined
}

/** What lists are compared with. */
export interface Expected {
  /** Numbers of models by address, as of the last time. */
  before: ReadonlyMap<string, number>
  /** The share of models that a list may have lost, in percent. */
  maxLoss: number
  timeoutMs?: number
}

/**
 * Fetches and reads price lists. The addresses are the operator's own, so private ones are allowed as for other
 * services that an operator configures.
 */
export async function readLists(addresses: readonly string[], expected: Expected): Promise<ReadLists> {
  const read = await Promise.all(addresses.map((address) => readOne(address, expected)))
  const sources = read.flatMap(({ source }) => source ?? [])
  return {
    reports: read.map(({ report }) => report),
    sources: sources.length === read.length ? sources : undefined,
  }
}

interface ReadList {
  report: SyncSourceReport
  source?: SyncSource
}

async function readOne(address: string, { before, maxLoss, timeoutMs = MAX_MS }: Expected): Promise<ReadList> {
  const refuse = (problem: ListProblem, detail = '', found: Partial<SyncSourceReport> = {}): ReadList => ({
    report: { address, shape: null, models: 0, skipped: 0, ...found, problem, detail },
  })
  const answer = await callService(address, { timeoutMs, maxBytes: MAX_BYTES }).catch((error) => {
    if (error instanceof OutgoingError) return error
    throw error
  })
  if (answer instanceof OutgoingError) return refuse('unreachable', answer.message)
  if (answer.status !== 200) return refuse('status', String(answer.status))
  if (answer.body === undefined) return refuse('not_json')
  const list = readPriceList(answer.body)
  if (!list) return refuse('unknown_shape')
  const models = list.entries.length
  const found = { shape: list.shape, models, skipped: list.skipped }
  if (models === 0) return refuse('empty', '', found)
  const last = before.get(address) ?? 0
  if (models < last * (1 - maxLoss / 100)) return refuse('shrunken', `${last} → ${models}`, found)
  return { report: { address, ...found, problem: null, detail: '' }, source: { address, list } }
}
