import { createHash } from 'node:crypto'
import type { ConfigurationPlan } from '#contract/api/configuration.ts'
import type { Language } from '#contract/errors.ts'
import type { Calls } from '../../calls/calls.ts'
import { publishKeys } from '../../calls/key-pools/key-pools.ts'
import { publishChannels } from '../../channels/publish-channels.ts'
import type { Money } from '../../money/money.ts'
import { type AuditEntry, type Author, writeAudit } from '../../platform/audits/write.ts'
import type { Platform } from '../../platform/platform.ts'
import { applyOptions } from '../../site/settings/save.ts'
import { applyChannels } from './channels-part.ts'
import { applyOptionSections } from './options-part.ts'
import { parseDocument } from './parse-document.ts'
import { applyRules } from './rules-part.ts'
import type { Run } from './run.ts'
import { applySinks } from './sinks-part.ts'

interface Wanted {
  document: Record<string, unknown>
  prune: boolean
}
interface Outcome extends ConfigurationPlan {
  applied: boolean
  moved: boolean
}

/** Ends a transaction of which nothing is to stay. */
class Undone extends Error {}

/** Says what a document would change: it is checked as if it were applied, and undone. */
export async function planDocument(
  services: Platform & Money & Calls,
  language: Language,
  wanted: Wanted,
): Promise<ConfigurationPlan> {
  const {
    applied: _,
    moved: _moved,
    ...plan
  } = await runDocument(services, language, wanted, async () => {
    throw new Undone()
  })
  return plan
}

/**
 * Applies a document in one transaction with one audit entry, if its changes are still those of the plan with this
 * version. `mayChange` throws where the caller must prove who they are first.
 */
export async function applyDocument(
  services: Platform & Money & Calls,
  by: Author,
  language: Language,
  { version, ...wanted }: Wanted & { version: string },
  mayChange: (plan: ConfigurationPlan) => void,
): Promise<Outcome> {
  let moved = false
  const outcome = await runDocument(services, language, wanted, async (run, plan) => {
    moved = plan.version !== version
    if (moved || plan.problems.length > 0 || plan.changes.length === 0) throw new Undone()
    mayChange(plan)
    for (const write of run.writes) await write()
    await writeAudit(run.trx, by, auditOf(plan))
  })
  return { ...outcome, moved: moved && outcome.problems.length === 0 }
}

async function runDocument(
  services: Platform & Money & Calls,
  language: Language,
  { document, prune }: Wanted,
  finish: (run: Run, plan: ConfigurationPlan) => Promise<void>,
): Promise<Outcome> {
  let plan: ConfigurationPlan = { changes: [], problems: [], kept: [], version: '' }
  const keysOf = new Set<number>()
  let applied = true
  await services.store.db
    .transaction()
    .execute(async (trx) => {
      const run: Run = { trx, services, language, prune, changes: [], problems: [], kept: [], keysOf, writes: [] }
      await runSections(run, document)
      plan = planOf(run)
      await finish(run, plan)
    })
    .catch((error) => {
      if (!(error instanceof Undone)) throw error
      applied = false
    })
  if (applied) await publish(services, keysOf)
  return { ...plan, applied, moved: false }
}

async function runSections(run: Run, given: Record<string, unknown>): Promise<void> {
  const document = parseDocument(run, given)
  if (!document) return
  const values = await applyOptionSections(run, document)
  if (document.channels) await applyChannels(run, document.channels, new Set(Object.keys(values.GroupRatio)))
  const sinks = await applySinks(run, document.sinks)
  if (document.alert_rules) await applyRules(run, document.alert_rules, sinks)
}

function planOf({ changes, problems, kept }: Run): ConfigurationPlan {
  const version = createHash('sha256').update(JSON.stringify(changes)).digest('hex').slice(0, 32)
  return { changes: changes.map(({ digest: _, ...change }) => change), problems, kept, version }
}

/** One entry holds all changes; of secrets only that they are others. */
function auditOf({ changes }: ConfigurationPlan): AuditEntry {
  const side = (name: 'before' | 'after', without: string) =>
    Object.fromEntries(
      changes
        .filter(({ kind }) => kind !== without)
        .map((change) => [change.path.join('.'), change.secret ? SECRET[name] : change[name]]),
    )
  const target = { kind: 'configuration', id: 'site' }
  return { action: 'configuration.update', target, before: side('before', 'add'), after: side('after', 'remove') }
}
const SECRET = { before: 'set', after: 'set anew' }

/** Uses what was stored on this node, and notifies the others. */
async function publish(services: Platform & Calls, keysOf: ReadonlySet<number>): Promise<void> {
  await applyOptions(services)
  for (const channel of keysOf) {
    publishKeys(services.bus, channel)
    await services.keyPools.reload(channel)
  }
  await publishChannels(services)
}
