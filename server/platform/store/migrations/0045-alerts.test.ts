import { expect, test } from 'bun:test'
import { forEachDatabase } from '#test/harness/databases.ts'
import { openStore } from '../database.ts'
import { migrate, migrationsOf } from '../migrate.ts'

forEachDatabase((_engine, fresh) => {
  test('a new server has rules that mail root; options of an older one are kept, and its nodes can report', async () => {
    const store = await openStore(await fresh.place())
    fresh.atEnd(() => store.close())
    const steps = Object.entries(migrationsOf(store.engine))
    await migrate(store, Object.fromEntries(steps.filter(([name]) => name < '0045')))
    const { db } = store
    await db
      .insertInto('options')
      .values([
        { key: 'MarginAlertsEnabled', value: 'false' },
        { key: 'MarginAlertLoss', value: '1234' },
      ])
      .execute()
    const node = { host: 'a', version: '1', started_at: 1, seen_at: 1, calls: 0, memory: 1 }
    await db
      .insertInto('nodes')
      .values({ id: 'old', ...node })
      .execute()
    const channel = { type: 1, key: '', key_hash: '', created_time: 1, models: 'a' }
    await db
      .insertInto('channels')
      .values([
        { ...channel, name: 'down', status: 3 },
        { ...channel, name: 'up', status: 1 },
      ])
      .execute()

    await migrate(store)

    const sinks = await db.selectFrom('alert_sinks').select(['id', 'kind']).execute()
    expect(sinks.map(({ kind }) => kind)).toEqual(['mail'])
    const rules = await db.selectFrom('alert_rules').selectAll().orderBy('id').execute()
    expect(rules.map(({ kind }) => kind)).toContain('certificate')
    expect(rules.every((rule) => rule.sinks === JSON.stringify([sinks[0]?.id]))).toBe(true)
    expect(rules.find(({ kind }) => kind === 'margin')).toMatchObject({ enabled: 0, parameters: '{"loss":1234}' })
    expect(rules.find(({ kind }) => kind === 'channel_down')).toMatchObject({ enabled: 1, urgent: 1 })
    expect(await db.selectFrom('nodes').select(['disk_free', 'disk_size']).execute()).toEqual([
      { disk_free: 0, disk_size: 0 },
    ])
    // What an older server has told already is not told again.
    const alerts = await db.selectFrom('alerts').select(['kind', 'name', 'until', 'rule_id']).execute()
    expect(alerts).toEqual([{ kind: 'channel_down', name: 'down', until: 0, rule_id: rules[0]?.id ?? 0 }])
    await db
      .insertInto('nodes')
      .values({ id: 'older-version', ...node })
      .execute()
  }, 60_000)
})
