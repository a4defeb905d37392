import { type RuleKind, type RuleParameters, readParameters } from '#contract/alerts/rules.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import type { Calls } from '../../calls/calls.ts'
import { writeLog } from '../../money/receipts/write-log.ts'
import type { AlertItem } from '../../people/notices/tell-user.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { FACTS, type Facts } from './facts/facts.ts'
import { balance } from './kinds/balance.ts'
import { books } from './kinds/books.ts'
import { budget } from './kinds/budget.ts'
import { cacheShare } from './kinds/cache-share.ts'
import { certificate } from './kinds/certificate.ts'
import { channelDown } from './kinds/channel-down.ts'
import { disk } from './kinds/disk.ts'
import { errorRate } from './kinds/error-rate.ts'
import { keyDown } from './kinds/key-down.ts'
import type { Finding, Judge } from './kinds/kind.ts'
import { latency } from './kinds/latency.ts'
import { margin } from './kinds/margin.ts'
import { retirement } from './kinds/retirement.ts'
import { modelSpend, tokenSpend, userSpend } from './kinds/spend.ts'
import { unpriced } from './kinds/unpriced.ts'
import { listRules } from './queries.ts'
import type { AlertRuleRow } from './tables.ts'
import { applyFindings, listOpen, ownerOf } from './transitions.ts'

const JUDGES: { [K in RuleKind]: Judge<K, Facts[K]> } = {
  channel_down: channelDown,
  key_down: keyDown,
  error_rate: errorRate,
  latency,
  margin,
  balance,
  user_spend: userSpend,
  token_spend: tokenSpend,
  model_spend: modelSpend,
  budget,
  cache_share: cacheShare,
  unpriced,
  retirement,
  books,
  disk,
  certificate,
}

const MAX_ERROR = 500

/**
 * Evaluates the rules that are due: opens and ends alerts, and stores the messages about them in the same transactions.
 * `all`: also those that are not due.
 */
export async function evaluateRules(services: Platform & Calls, now: number, all = false): Promise<void> {
  for (const rule of await listRules(services.store.db)) {
    if (rule.enabled !== 1 || !isKnown(rule.kind)) continue
    const age = now - rule.evaluated_at
    // A time in the future was written by a clock that ran ahead.
    if (!all && age >= 0 && age < JUDGES[rule.kind].every) continue
    try {
      await evaluateRule(services, rule, rule.kind, now)
    } catch (error) {
      services.log.error({ rule: rule.id, kind: rule.kind, error: String(error) }, 'a rule of alerts failed')
      await noteRun(services.store.db, rule, now, String(error))
    }
  }
}

/** A rule of a newer version may be there while both run. */
const isKnown = (kind: string): kind is RuleKind => Object.hasOwn(JUDGES, kind)

async function evaluateRule<K extends RuleKind>(
  services: Platform & Calls,
  rule: AlertRuleRow,
  kind: K,
  now: number,
): Promise<void> {
  const { db } = services.store
  const owner = ownerOf(rule)
  const judge = JUDGES[kind]
  const open = await listOpen(db, owner)
  const facts = await FACTS[kind](services, now)
  const findings: Finding[] = judge.evaluate(facts, parametersOf(rule, kind), new Set(open.map((row) => row.subject)))
  await db.transaction().execute(async (trx) => {
    const items = await applyFindings(trx, owner, findings, judge.recovered, now)
    for (const { text } of items) await writeLog(trx, { type: LOG_TYPE.system, content: text })
    await queueMessages(trx, JSON.parse(rule.sinks), items, now)
    await noteRun(trx, rule, now, '')
  })
}

/** Bounds may have changed since the rule was stored. */
function parametersOf<K extends RuleKind>(rule: AlertRuleRow, kind: K): RuleParameters<K> {
  const read = readParameters(kind, JSON.parse(rule.parameters))
  return (typeof read === 'string' ? readParameters(kind, {}) : read) as RuleParameters<K>
}

async function noteRun(db: Queryable, { id }: AlertRuleRow, now: number, error: string): Promise<void> {
  await db
    .updateTable('alert_rules')
    .set({ evaluated_at: now, error: error.replaceAll('\0', '').slice(0, MAX_ERROR) })
    .where('id', '=', id)
    .execute()
}

/** Stores a message for each enabled sink, to be sent as soon as its quiet hours allow. */
async function queueMessages(
  db: Queryable,
  sinks: readonly number[],
  items: readonly AlertItem[],
  now: number,
): Promise<void> {
  if (items.length === 0 || sinks.length === 0) return
  const rows = await db
    .selectFrom('alert_sinks')
    .select('id')
    .where('id', 'in', sinks)
    .where('enabled', '=', 1)
    .execute()
  if (rows.length === 0) return
  await db
    .insertInto('alert_messages')
    .values(rows.map(({ id }) => ({ sink_id: id, items: JSON.stringify(items), created_at: now, due_at: now })))
    .execute()
}
