import { MAX_BATCH } from '#contract/api/batch.ts'
import type { ChannelPatch, ChannelScope, PatchOutcome } from '#contract/api/channel-batch.ts'
import type { ErrorCode, ErrorParameters } from '#contract/errors.ts'
import type { Words } from '#contract/words.ts'
import type { Calls } from '../calls/calls.ts'
import type { Author } from '../platform/audits/write.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import type { Platform } from '../platform/platform.ts'
import type { Queryable } from '../platform/store/database.ts'
import { isChange, patchChange, unknownGroup } from './batch-fields.ts'
import { type RowChange, writeChanges } from './batch-write.ts'
import { publishChannels } from './publish-channels.ts'
import { listChannels, lockChannels } from './queries.ts'
import { groupNames } from './rules.ts'
import { modelsLeftUnserved } from './unserved-models.ts'

/** The channels to change: those with these ids, or all that match the filter. */
export interface PatchScope {
  ids?: readonly number[] | undefined
  filter?: ChannelScope | undefined
}

/** The result of a change; `refused` holds the reasons as codes. */
export type BatchOutcome = Omit<PatchOutcome, 'refused'> & {
  refused: { id: number; code: ErrorCode; parameters?: ErrorParameters }[]
}

/**
 * Writes the same fields to many channels in one transaction. Writes only these fields, and computes them from the
 * locked rows, so that concurrent edits are not lost. Routing follows before this resolves. With `dryRun` nothing
 * is stored. Throws channel_scope_too_large, group_unknown, and a failure that names the channels that would be
 * left without models or groups.
 */
export async function patchChannels(
  services: Platform & Calls,
  by: Author,
  { scope, patch, dryRun }: { scope: PatchScope; patch: ChannelPatch; dryRun: boolean },
): Promise<BatchOutcome> {
  const { store, channels } = services
  const outcome = await store.db.transaction().execute(async (trx): Promise<BatchOutcome> => {
    const { rows, missing } = await lockScope(trx, services, scope)
    const all = rows.map((row): RowChange => ({ row, change: patchChange(row, patch) }))
    const changes = all.filter(({ change }) => isChange(change))
    checkChanges(changes, groupNames(services))
    if (!dryRun) await writeChanges(trx, by, changes)
    return {
      change: dryRun || changes.length === 0 ? '' : by.requestId,
      changed: changes.map(({ change }) => change),
      unchanged: all.flatMap(({ row: { id, name }, change }) => (isChange(change) ? [] : [{ id, name }])),
      refused: missing.map((id) => ({ id, code: 'channel_not_found' })),
      unserved: modelsLeftUnserved(channels, changes),
    }
  })
  if (outcome.change) await publishChannels(services)
  return outcome
}

/** Locks the channels of a scope; `missing`: ids without a channel. */
async function lockScope(trx: Queryable, services: Platform, { ids = [], filter }: PatchScope) {
  const wanted = filter ? await listMatchingIds(trx, services, filter) : new Set(ids)
  const locked = wanted.size > 0 ? await lockChannels(trx, services.store, [...wanted]) : []
  if (!filter) {
    const known = new Set(locked.map(({ id }) => id))
    return { rows: locked, missing: [...wanted].filter((id) => !known.has(id)) }
  }
  // Rows may have changed before they were locked: those that no longer match are left out.
  const still = await listMatchingIds(trx, services, filter)
  return { rows: locked.filter(({ id }) => still.has(id)), missing: [] }
}

async function listMatchingIds(trx: Queryable, { vault }: Platform, filter: ChannelScope): Promise<Set<number>> {
  const { status, type, test = '', lacks = '', ...texts } = filter
  const search = { ...texts, status, type, test, lacks, keyHash: vault.hash(filter.keyword) }
  const { rows, total } = await listChannels(trx, search, { sort: 'id', offset: 0, limit: MAX_BATCH })
  if (total > MAX_BATCH) throw new ApiError('channel_scope_too_large', { count: total, max: MAX_BATCH })
  return new Set(rows.map(({ id }) => id))
}

/** Applies the rules of a single change; one channel that breaks them keeps all unchanged. */
function checkChanges(changes: readonly RowChange[], groups: ReadonlySet<string>): void {
  const emptied = (field: 'models' | 'group') => changes.filter(({ change }) => change.after[field] === '')
  refuseChannels(emptied('models'), 'channel_patch_no_models', 'models')
  refuseChannels(emptied('group'), 'channel_patch_no_groups', 'group')
  for (const { row, change } of changes) {
    const group = unknownGroup(row, change.after, groups)
    if (group !== undefined) throw new ApiError('group_unknown', { group }, { group: 'group_unknown' })
  }
}

function refuseChannels(changes: readonly RowChange[], code: ErrorCode, field: string): void {
  if (changes.length === 0) return
  const names = nameList(changes.map(({ row }) => row.name))
  throw new ApiError(code, { names }, { [field]: code })
}

/** Number of names that a refusal lists before the others are counted. */
const MAX_NAMES = 10

function nameList(names: readonly string[]): Words {
  const shown = names.slice(0, MAX_NAMES)
  const others = names.length - shown.length
  return {
    zh: shown.join('、') + (others > 0 ? ` 和另外 ${others} 个` : ''),
    en: shown.join(', ') + (others > 0 ? ` and ${others} more` : ''),
  }
}
