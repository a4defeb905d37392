import { MAX_BATCH } from '#contract/api/batch.ts'
import type { ChannelPatch, ChannelScope, PatchOutcome } from '#contract/api/channel-batch.ts'
import type { ErrorCode, ErrorParameters } from '#contract/errors.ts'
import type { Words } from '#contract/words.ts'
import type { Author } from '../audits/write.ts'
import { Failure } from '../errors/api-error.ts'
import type { Services } from '../services.ts'
import type { Queryable } from '../store/database.ts'
import { applyChannels } from './apply.ts'
import { changeOf, isChange, unknownGroup } from './batch-fields.ts'
import { type RowChange, writeChanges } from './batch-write.ts'
import { unservedAfter } from './models-left-without.ts'
import { listChannels, lockChannels } from './queries.ts'
import { groupNames } from './rules.ts'

/** Which channels: these, or all that match. */
export interface Scope {
  ids?: readonly number[] | undefined
  filter?: ChannelScope | undefined
}

/** What came of a change; `refused` tells why by code. */
export type Outcome = Omit<PatchOutcome, 'refused'> & {
  refused: { id: number; code: ErrorCode; parameters?: ErrorParameters }[]
}

/**
 * Writes the same fields to many channels, all in one step: only those, and worked out from what is stored by then, so
 * that nobody else's edit is lost. Routing follows before this resolves. With `dryRun` nothing is stored. Throws
 * channel_scope_too_large, group_unknown, and when channels would be left without models or groups a failure that names
 * them.
 */
export async function patchChannels(
  services: Services,
  by: Author,
  { scope, patch, dryRun }: { scope: Scope; patch: ChannelPatch; dryRun: boolean },
): Promise<Outcome> {
  const { store, channels } = services
  const outcome = await store.db.transaction().execute(async (trx): Promise<Outcome> => {
    const { rows, missing } = await rowsIn(trx, services, scope)
    const all = rows.map((row): RowChange => ({ row, change: changeOf(row, patch) }))
    const changes = all.filter(({ change }) => isChange(change))
    checkChanges(changes, groupNames(services))
    if (!dryRun) await writeChanges(trx, by, changes)
    return {
      change: dryRun || changes.length === 0 ? '' : by.requestId,
      changed: changes.map(({ change }) => change),
      unchanged: all.flatMap(({ row: { id, name }, change }) => (isChange(change) ? [] : [{ id, name }])),
      refused: missing.map((id) => ({ id, code: 'channel_not_found' })),
      unserved: unservedAfter(channels, changes),
    }
  })
  if (outcome.change) await applyChannels(services)
  return outcome
}

/** Locks the channels of a scope; `missing`: ids that there are no channels for. */
async function rowsIn(trx: Queryable, services: Services, { ids = [], filter }: Scope) {
  const wanted = filter ? await matching(trx, services, filter) : new Set(ids)
  const locked = wanted.size > 0 ? await lockChannels(trx, services.store, [...wanted]) : []
  if (!filter) {
    const known = new Set(locked.map(({ id }) => id))
    return { rows: locked, missing: [...wanted].filter((id) => !known.has(id)) }
  }
  // Others may have changed them before they were locked: what no longer matches is not meant.
  const still = await matching(trx, services, filter)
  return { rows: locked.filter(({ id }) => still.has(id)), missing: [] }
}

async function matching(trx: Queryable, { vault }: Services, filter: ChannelScope): Promise<Set<number>> {
  const { status, type, test = '', ...texts } = filter
  const search = { ...texts, status, type, test, keyHash: vault.index(filter.keyword) }
  const { rows, total } = await listChannels(trx, search, { sort: 'id', offset: 0, limit: MAX_BATCH })
  if (total > MAX_BATCH) throw new Failure('channel_scope_too_large', { count: total, max: MAX_BATCH })
  return new Set(rows.map(({ id }) => id))
}

/** By the rules of a single change; one channel that breaks them keeps all as they are. */
function checkChanges(changes: readonly RowChange[], groups: ReadonlySet<string>): void {
  const emptied = (field: 'models' | 'group') => changes.filter(({ change }) => change.after[field] === '')
  refuseFor(emptied('models'), 'channel_patch_no_models', 'models')
  refuseFor(emptied('group'), 'channel_patch_no_groups', 'group')
  for (const { row, change } of changes) {
    const group = unknownGroup(row, change.after, groups)
    if (group !== undefined) throw new Failure('group_unknown', { group }, { group: 'group_unknown' })
  }
}

function refuseFor(changes: readonly RowChange[], code: ErrorCode, field: string): void {
  if (changes.length === 0) return
  const names = wordsFor(changes.map(({ row }) => row.name))
  throw new Failure(code, { names }, { [field]: code })
}

/** Names that a refusal holds before the others are counted. */
const NAMED = 10

function wordsFor(names: readonly string[]): Words {
  const shown = names.slice(0, NAMED)
  const others = names.length - shown.length
  return {
    zh: shown.join('、') + (others > 0 ? ` 和另外 ${others} 个` : ''),
    en: shown.join(', ') + (others > 0 ? ` and ${others} more` : ''),
  }
}
