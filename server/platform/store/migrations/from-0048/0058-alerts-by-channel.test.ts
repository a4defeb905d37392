import { expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { openStore } from '../../database.ts'
import { migrate, migrationsOf } from '../../migrate.ts'

forEachDatabase((_engine, fresh) => {
  test('open alerts of a rule and channel become one; past ones stay', async () => {
    const store = await openStore(await fresh.place())
    fresh.atEnd(() => store.close())
    const steps = Object.entries(migrationsOf(store.engine))
    await migrate(store, Object.fromEntries(steps.filter(([name]) => name < '0058')))
    const { db } = store
    const loss = (subject: string, since: number, model: string) => ({
      ...{
        rule_id: 4,
        kind: 'margin',
        subject,
        since,
        until: 0,
        notified_at: since,
        silenced_until: since,
        acknowledged_at: 0,
      },
      links: JSON.stringify({ channel_id: 2, model, quota: 1, cost: 3 }),
    })
    const key = { kind: 'key_down', since: 5, acknowledged_at: 9, acknowledged_by: 'root' }
    await db
      .insertInto('alerts')
      .values([
        { ...loss('2 a', 30, 'a') },
        { ...loss('2 b', 20, 'b') },
        { ...loss('2 c', 10, 'c'), until: 15 },
        // A row of an early version has no links.
        { ...loss('3 a', 40, 'a'), links: '' },
      ])
      .execute()
    await db
      .insertInto('alerts')
      .values([
        { ...key, rule_id: 9, subject: '70', links: '{"channel_id":2}' },
        { ...key, rule_id: 9, subject: '71', links: '{"channel_id":2}' },
      ])
      .execute()
    await db.updateTable('alert_rules').set({ evaluated_at: 100 }).execute()

    await migrate(store)

    const rows = await db.selectFrom('alerts').selectAll().orderBy('id').execute()
    expect(rows.map((row) => ({ ...row, links: JSON.parse(row.links) }))).toMatchObject([
      {
        ...{ kind: 'margin', subject: '2', since: 20, until: 0, notified_at: 30, silenced_until: 20 },
        links: { channel_id: 2, losses: [{ model: 'a', quota: 1, cost: 3 }, { model: 'b' }] },
      },
      { subject: '2 c', until: 15 },
      { subject: '3', links: { channel_id: 3 } },
      { kind: 'key_down', subject: '2', level: 2, acknowledged_at: 9, links: { channel_id: 2, keys: [70, 71] } },
    ])
    const rules = await db.selectFrom('alert_rules').select(['kind', 'evaluated_at']).execute()
    const due = rules.filter((rule) => rule.evaluated_at === 0 && rule.kind !== 'retirement').map(({ kind }) => kind)
    expect(due.sort()).toEqual(['key_down', 'margin'])
  }, 60_000)
})
