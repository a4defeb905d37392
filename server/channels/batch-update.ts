import { MAX_BATCH } from '#contract/api/batch.ts'
import type { ChannelPatch, ChannelScope, PatchOutcome } from '#contract/api/channel-batch.ts'
import { commaList } from '#contract/comma-list.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Words } from '#contract/words.ts'
import type { Author } from '../accounts/audit.ts'
import { Failure } from '../http/failure.ts'
import type { Services } from '../services.ts'
import { applyChannels } from './apply.ts'
import { changeOf, isChange } from './batch-fields.ts'
import { type RowChange, writeChanges } from './batch-write.ts'
import { listChannels, lockChannels } from './queries.ts'
import { groupNames } from './rules.ts'
import { unservedAfter } from './unserved.ts'

/** Which channels: these, or all that match. */
export interface Scope {
  ids?: readonly number[] | undefined
  filter?: ChannelScope | undefined
}

/** What came of a change; `refused` tells why by code. */
export type Outcome = Omit<PatchOutcome, 'refused'> & { refused: { id: number; code: ErrorCode }[] }

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
  const ids = await idsIn(services, scope)
  const outcome = await store.db.transaction().execute(async (trx): Promise<Outcome> => {
    const rows = ids.length > 0 ? await lockChannels(trx, store, ids) : []
    const all = rows.map((row): RowChange => ({ row, change: changeOf(row, patch) }))
    const changes = all.filter(({ change }) => isChange(change))
    checkChanges(changes, groupNames(services))
    if (!dryRun) await writeChanges(trx, by, changes)
    const known = new Set(rows.map(({ id }) => id))
    return {
      change: dryRun || changes.length === 0 ? '' : by.requestId,
      changed: changes.map(({ change }) => change),
      unchanged: all.flatMap(({ row: { id, name }, change }) => (isChange(change) ? [] : [{ id, name }])),
      refused: ids.flatMap((id) => (known.has(id) ? [] : [{ id, code: 'channel_not_found' as const }])),
      unserved: unservedAfter(channels, changes),
    }
  })
  if (outcome.change) await applyChannels(services)
  return outcome
}

async function idsIn({ store, vault }: Services, { ids, filter }: Scope): Promise<number[]> {
  if (!filter) return [...new Set(ids)]
  const { status, type, test = '', ...texts } = filter
  const search = { ...texts, status, type, test, keyHash: vault.index(filter.keyword) }
  const { rows, total } = await listChannels(store.db, search, { sort: 'id', offset: 0, limit: MAX_BATCH })
  if (total > MAX_BATCH) throw new Failure('channel_scope_too_large', { count: total, max: MAX_BATCH })
  return rows.map(({ id }) => id)
}

/** By the rules of a single change; one channel that breaks them keeps all as they are. */
function checkChanges(changes: readonly RowChange[], groups: ReadonlySet<string>): void {
  const emptied = (field: 'models' | 'group') => changes.filter(({ change }) => change.after[field] === '')
  refuseFor(emptied('models'), 'channel_patch_no_models', 'models')
  refuseFor(emptied('group'), 'channel_patch_no_groups', 'group')
  for (const { row, change } of changes) {
    const had = commaList(row.group)
    const group = commaList(change.after.group ?? '').find((name) => !groups.has(name) && !had.includes(name))
    if (group) throw new Failure('group_unknown', { group }, { group: 'group_unknown' })
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
