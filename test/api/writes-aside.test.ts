import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { onDatabase } from '#test/harness/databases.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { PASSWORD } from '#test/harness/server.ts'

onDatabase('sqlite', (fresh) => {
  const relay = relaySite(fresh)

  /** The rows that this thread has changed since the start. Source: SQLite, `total_changes()`, which counts those of one connection. */
  async function changesHere(): Promise<number> {
    const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(relay.server.services.store.db)
    return rows[0]?.n ?? Number.NaN
  }

  /** Has everything written that waits in memory. */
  async function flush(): Promise<void> {
    const { accounting, failedCalls, keyPools, traffic, tokenUses, estimates } = relay.server.services
    await accounting.ledger.flush()
    for (const queue of [failedCalls, keyPools, traffic, tokenUses, estimates]) await queue.flush()
  }

  test('the thread that answers calls writes nothing into the database, and what they leave is there', async () => {
    const { store } = relay.server.services
    const model = relay.model()
    const broken = relay.model()
    await relay.channel({ models: model })
    const { key } = await relay.channel({ models: broken })
    relay.upstream.set({ error: 400 }, key)
    const user = await relay.server.addUser({ quota: 50_000_000 })
    const limits = { unlimited_quota: false, remain_quota: 40_000_000 }
    const token = await relay.token(limits, await relay.server.login(user.username, PASSWORD))
    const call = async (stream: boolean, of = model) =>
      (await relay.chat(token, { model: of, stream, fake: { tokens: 5 } })).text()
    // The first charge starts the thread.
    await call(false)
    await flush()

    const before = await changesHere()
    for (const stream of [false, true]) await call(stream)
    await call(false, broken)
    await flush()
    // The lease that the next call takes.
    await relay.server.services.accounting.wallet.returnIdle(-1)
    await call(false)
    await flush()
    expect(await changesHere()).toBe(before)

    await relay.charges(model, 4)
    const { rows } = await sql<{ failed: number; served: number; used: number }>`select
      (select coalesce(sum(failed_count), 0) from quota_data where model_name = ${broken}) as failed,
      (select coalesce(sum(served), 0) from traffic_hours where model_name = ${model}) as served,
      (select count(*) from tokens where user_id = ${user.id} and last_used_at > 0) as used`.execute(store.db)
    expect(rows).toEqual([{ failed: 1, served: 4, used: 1 }])
  })
})
