import type { Words } from '#contract/words.ts'
import type { AlertItem } from '../../people/notices/tell-user.ts'
import type { Queryable } from '../../platform/store/database.ts'
import type { AlertLinks, Finding } from './kinds/kind.ts'
import type { AlertRow, AlertRuleRow } from './tables.ts'

/** What an evaluation belongs to: a rule of the site, or a user. */
export interface Owner {
  rule_id: number
  user_id: number
  kind: string
  urgent: boolean
}

type OpenFinding = Extract<Finding, { state: 'open' }>

/** More than people read; a rule that finds as many is set wrongly. */
const MAX_OPEN = 500

export const ownerOf = ({ id, kind, urgent }: AlertRuleRow): Owner => ({
  rule_id: id,
  user_id: 0,
  kind,
  urgent: urgent === 1,
})

/** The alerts of an owner that are open. */
export const listOpen = (db: Queryable, { rule_id, user_id, kind }: Owner): Promise<AlertRow[]> =>
  db
    .selectFrom('alerts')
    .selectAll()
    .where('until', '=', 0)
    .where('rule_id', '=', rule_id)
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .execute()

/**
 * Opens, updates and ends alerts by what was found, and returns the changes to tell. Call it in a transaction with the
 * messages that it causes: each change is told once, whatever dies and however many nodes do the same.
 */
export async function applyFindings(
  db: Queryable,
  owner: Owner,
  findings: readonly Finding[],
  recovered: (name: string, subject: string) => Words,
  now: number,
): Promise<AlertItem[]> {
  const open = new Map((await listOpen(db, owner)).map((row) => [row.subject, row]))
  const items: AlertItem[] = []
  for (const finding of findings.filter(isOpen).slice(0, MAX_OPEN)) {
    const row = open.get(finding.subject)
    const item = row ? await update(db, owner, row, finding, now) : await openAlert(db, owner, finding, now)
    if (item) items.push(item)
  }
  const said = new Map(findings.map(({ subject, state }) => [subject, state]))
  for (const row of open.values()) {
    const state = said.get(row.subject)
    if (state === 'open' || state === 'hold') continue
    const ended = await endAlert(db, row, now)
    if (!ended || state === 'ended' || isSilent(row, now)) continue
    const title = recovered(row.name, row.subject)
    const { subject, name, value, since } = row
    items.push({
      ...{ alert: row.id, state: 'resolved', kind: owner.kind, subject, name, value, since, until: now },
      ...{ title, text: title, urgent: owner.urgent },
    })
  }
  return items
}

/** The end is not told of an alert that was silenced, nor where its beginning was not told. */
const isSilent = ({ silenced_until, since, notified_at }: AlertRow, now: number) =>
  silenced_until > now || (silenced_until > since && notified_at === 0)

const isOpen = (finding: Finding): finding is OpenFinding => finding.state === 'open'

/** Ends all alerts of a rule without a word. */
export async function forgetAlerts(db: Queryable, ruleId: number, now: number): Promise<void> {
  await db.updateTable('alerts').set({ until: now }).where('rule_id', '=', ruleId).where('until', '=', 0).execute()
}

async function openAlert(
  db: Queryable,
  owner: Owner,
  finding: OpenFinding,
  now: number,
): Promise<AlertItem | undefined> {
  const silenced_until = await silencedUntil(db, owner, finding.subject)
  const { rule_id, user_id, kind } = owner
  const inserted = await db
    .insertInto('alerts')
    .values({ rule_id, user_id, kind, subject: finding.subject, since: now, silenced_until, ...columnsOf(finding) })
    // Another node was faster: the message is its.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted && silenced_until <= now ? itemOf(owner, inserted.id, finding, now) : undefined
}

async function update(
  db: Queryable,
  owner: Owner,
  row: AlertRow,
  finding: OpenFinding,
  now: number,
): Promise<AlertItem | undefined> {
  const done = await db
    .updateTable('alerts')
    .set(columnsOf(finding))
    .where('id', '=', row.id)
    .where('until', '=', 0)
    .where('level', '=', row.level)
    .executeTakeFirst()
  const isWorse = (finding.level ?? 0) > row.level && done.numUpdatedRows > 0n
  return isWorse && row.silenced_until <= now ? itemOf(owner, row.id, finding, row.since) : undefined
}

async function endAlert(db: Queryable, row: AlertRow, now: number): Promise<boolean> {
  const ended = await db
    .updateTable('alerts')
    .set({ until: now })
    .where('id', '=', row.id)
    .where('until', '=', 0)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/** A silence outlasts the alert that it was asked for. */
async function silencedUntil(db: Queryable, { rule_id, user_id, kind }: Owner, subject: string): Promise<number> {
  const last = await db
    .selectFrom('alerts')
    .select('silenced_until')
    .where('rule_id', '=', rule_id)
    .where('subject', '=', subject)
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.silenced_until ?? 0
}

function columnsOf({ name, level = 0, value, title, text = title, links = {} }: OpenFinding) {
  return {
    name,
    level,
    value,
    texts: JSON.stringify({ title, text }),
    links: JSON.stringify(links satisfies AlertLinks),
  }
}

function itemOf({ kind, urgent }: Owner, alert: number, finding: OpenFinding, since: number): AlertItem {
  const { subject, name, value, title, text = title } = finding
  return { alert, state: 'open', kind, subject, name, value, title, text, since, until: 0, urgent }
}
