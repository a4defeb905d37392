import type * as z from 'zod/mini'
import type { BillReport, importBill } from '#contract/api/vendor-bills.ts'
import type { Receipt } from '#contract/receipt.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { type BoughtCall, Comparison } from './compare.ts'
import { callBatches, countCalls, findChannels, insertReport, type Period, unlistedCosts } from './queries.ts'
import { readBill, type VendorBill } from './read-bill.ts'
import { BadFile } from './read-csv.ts'

type Input = z.output<typeof importBill.body & {}>

/** Calls of one comparison: reading them takes about a minute. */
const MAX_CALLS = 1_000_000
const DAY = 86_400

/**
 * Compares a bill with the calls of channels on its days, in UTC, and keeps the report. Throws bill_invalid with the
 * line, bill_too_many_calls, or channel_not_found.
 */
export async function compareBill(services: Platform, by: Author, input: Input): Promise<BillReport> {
  const { store, options } = services
  const bill = await read(input)
  const channels = await findChannels(store.reads, input.channels)
  if (channels.length < new Set(input.channels).size) throw new ApiError('channel_not_found')
  const comparison = new Comparison(bill)
  const period = { from: Date.parse(comparison.from) / 1000, until: Date.parse(comparison.to) / 1000 + DAY }
  const ids = channels.map(({ id }) => id)
  const calls = await countCalls(store.reads, ids, period)
  if (calls > MAX_CALLS) throw new ApiError('bill_too_many_calls', { calls, max: MAX_CALLS })
  const mappings = new Map(channels.map(({ id, model_mapping }) => [id, mappingOf(model_mapping)]))
  await addCalls(services, comparison, ids, period)
  const perUsd = options.values.QuotaPerUnit * 1000
  for (const { created_at, channel_id, model_name, cost } of await unlistedCosts(store.reads, ids, period))
    comparison.addUnlisted(created_at, mappings.get(channel_id)?.(model_name) ?? model_name, cost / perUsd)
  const report = {
    ...{ file: input.name, format: bill.format, channels: channels.map(({ id, name }) => ({ id, name })) },
    ...comparison.report(),
  }
  const createdAt = nowInSeconds()
  const id = await store.db.transaction().execute(async (trx) => {
    const created = await insertReport(trx, report, { createdAt, createdBy: by.username })
    const { file, format, from, to, bill_usd, ours_usd } = report
    const after = { file, format, from, to, bill_usd, ours_usd, channels: ids }
    await writeAudit(trx, by, { action: 'bill.create', target: { kind: 'bill', id: created }, after })
    return created
  })
  return { id, created_at: createdAt, created_by: by.username, ...report }
}

async function read({ file, columns, rate = 1 }: Input): Promise<VendorBill> {
  try {
    return await readBill(file, columns, rate)
  } catch (error) {
    if (error instanceof BadFile) throw new ApiError('bill_invalid', { detail: error.message })
    throw error
  }
}

type Mapping = (model: string) => string

function mappingOf(text: string): Mapping {
  const mapping: Record<string, string> = text ? JSON.parse(text) : {}
  return (model) => (Object.hasOwn(mapping, model) && mapping[model]) || model
}

async function addCalls(
  { store, options }: Platform,
  comparison: Comparison,
  channels: readonly number[],
  period: Period,
): Promise<void> {
  const perUsd = options.values.QuotaPerUnit * 1000
  for await (const rows of callBatches(store.reads, channels, period)) {
    for (const row of rows) {
      const receipt = readReceipt(row.other)
      comparison.addCall({
        at: row.created_at,
        // The receipt names it only where a mapping has changed it.
        model: receipt.upstream_model ?? row.model_name,
        tokens: row.prompt_tokens + row.completion_tokens,
        usd: row.cost === null ? undefined : row.cost / perUsd,
        request: receipt.upstream_id,
        kinds: kindsOf(receipt),
      })
    }
    // Other work of this thread runs between batches.
    await Bun.sleep(0)
  }
}

function readReceipt(other: string): Partial<Receipt> {
  try {
    return (JSON.parse(other) as Partial<Receipt> | null) ?? {}
  } catch {
    return {}
  }
}

function kindsOf({ end_reason, usage_source, waived, tier }: Partial<Receipt>): BoughtCall['kinds'] {
  const isAborted = end_reason !== undefined && end_reason !== 'stop'
  return [
    ...(isAborted ? (['aborted'] as const) : []),
    ...(usage_source === 'estimated' ? (['estimated'] as const) : []),
    ...(waived ? (['waived'] as const) : []),
    ...(tier ? (['tiered'] as const) : []),
  ]
}
