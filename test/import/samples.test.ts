import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { redeem } from '#contract/api/redemption.ts'
import { login } from '#contract/api/session.ts'
import type { ImportReport } from '#contract/import/report.ts'
import type { Store } from '#server/platform/store/database.ts'
import { importInto } from '#server/tools/import/import-into.ts'
import { type FakeUpstream, startFakeUpstream } from '#test/fake-upstream/server.ts'
import { expectBooksToAgree, expectChannelsToAgree } from '#test/harness/books.ts'
import { forEachDatabase, type Place } from '#test/harness/databases.ts'
import { factsOf, SAMPLES, type SampleFile, sampleFile } from '#test/harness/import-samples.ts'
import { startServer, type TestServer } from '#test/harness/server.ts'
import { inTier } from '#test/harness/tiers.ts'
import { LIMIT_MS } from '#test/harness/until.ts'

const GIFT = 250_000
/** One of each program's ways to write a database; all of their versions from the tier of CI on. */
const TAKEN = inTier('all') ? SAMPLES : (['new-api-2026-07', 'one-hub'] as const)

forEachDatabase((_engine, fresh) => {
  for (const sample of TAKEN) {
    describe(sample, () => {
      const facts = factsOf(sample)
      let place: Place
      let file: SampleFile
      let server: TestServer
      let upstream: FakeUpstream
      let digest: string
      let report: ImportReport

      const run = (dry = false) =>
        importInto({ ...place, secretKey: undefined }, { from: file.path, logs: undefined, dry, prices: 'differing' })
      const hash = () => createHash('sha256').update(readFileSync(file.path)).digest('hex')

      beforeAll(async () => {
        place = await fresh.place()
        file = sampleFile(sample)
        digest = hash()
        upstream = startFakeUpstream()
        expect((await run(true)).dry_run).toBe(true)
        expect(existsSync(join(place.dataDir, 'switchyard.db'))).toBe(false)
        report = await run()
        server = await startServer(place)
        const { store, channels } = server.services
        await store.db.updateTable('channels').set({ base_url: upstream.url }).where('type', '=', 1).execute()
        await channels.reload()
      }, LIMIT_MS)
      afterAll(async () => {
        await server.close()
        await upstream.stop()
        file.remove()
      })

      const chat = (key: string, model: string, headers = {}) =>
        server.request('/v1/chat/completions', {
          method: 'POST',
          headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
        })

      test(
        'was read and not written',
        () => {
          expect(hash()).toBe(digest)
          expect(report.kinds.find(({ kind }) => kind === 'users')).toMatchObject({ read: 5, taken: 5, left_out: 0 })
        },
        LIMIT_MS,
      )

      test(
        'books agree before anything happens here',
        async () => {
          await expectNothingWrong(server)
          for (const id of [1, 2, 3, 4, 5]) await expectBooksToAgree(server.services.store, id)
          await expectChannelsToAgree(server.services.store)
        },
        LIMIT_MS,
      )

      test(
        'a second run changes nothing',
        async () => {
          await server.close()
          const before = await snapshot(place)
          const second = await run()
          expect(second.repeated).toBe(true)
          for (const { kind, taken, updated } of second.kinds)
            expect({ kind, taken, updated }).toEqual({ kind, taken: 0, updated: 0 })
          expect(await snapshot(place)).toEqual(before)
          server = await startServer(place)
        },
        LIMIT_MS,
      )

      test(
        'users log in with their passwords, which are hashed anew; others do not',
        async () => {
          await server.login('root', facts.rootpw)
          for (const name of ['alice', 'bob'] as const) {
            await server.login(name, facts.pw[name])
            await server.login(name, facts.pw[name])
            const user = server.services.store.db.selectFrom('users').select('password').where('username', '=', name)
            expect((await user.executeTakeFirstOrThrow()).password).toStartWith('$argon2id$')
          }
          for (const name of ['carol', 'dave'] as const) {
            const refused = await server.call(login, { body: { username: name, password: facts.pw[name] } })
            expect(refused.success).toBe(false)
          }
        },
        LIMIT_MS,
      )

      test(
        'keys work as they did, with their restrictions',
        async () => {
          for (const [name, key] of Object.entries(facts.keys)) {
            const response = await chat(key, 'gpt-4o-mini')
            expect({ name, ok: response.status === 200 }).toEqual({ name, ok: !name.endsWith('disabled') })
            await response.text()
          }
          const limited = sample === 'one-hub' ? undefined : facts.keys['alice-models']
          if (limited) expect((await chat(limited, 'gpt-4o')).status).toBe(403)
          expect((await chat(`${facts.keys['alice-unlimited']}x`, 'gpt-4o-mini')).status).toBe(401)
        },
        LIMIT_MS,
      )

      test(
        'an administrator pins a channel behind the key',
        async () => {
          const key = facts.keys['root-unlimited'] ?? ''
          for (const pinned of [`${key}-1`, `${key}#1`, `${key}#1`]) {
            const response = await chat(pinned, 'gpt-4o-mini')
            expect(response.status).toBe(200)
            await response.text()
          }
        },
        LIMIT_MS,
      )

      test(
        'free codes are redeemed, others are refused',
        async () => {
          const alice = await server.login('alice', facts.pw.alice)
          const [used, disabled, free] = facts.codes
          for (const key of [used, disabled])
            expect((await alice.call(redeem, { body: { key: key ?? '' } })).success).toBe(false)
          expect((await alice.call(redeem, { body: { key: free ?? '' } })).data).toBe(GIFT)
        },
        LIMIT_MS,
      )

      test(
        'books agree after calls, codes and logins',
        async () => {
          await server.services.accounting.ledger.flush()
          await expectNothingWrong(server)
          for (const id of [1, 2, 3]) await expectBooksToAgree(server.services.store, id)
        },
        LIMIT_MS,
      )
    })
  }
})

async function expectNothingWrong(server: TestServer): Promise<void> {
  expect((await server.services.watchdog.run()).differences).toEqual([])
}

/** Everything that an import writes. */
async function snapshot(place: Place): Promise<unknown> {
  const { openStore } = await import('#server/platform/store/database.ts')
  const store: Store = await openStore(place)
  try {
    const rows = async (table: 'users' | 'tokens' | 'channels' | 'redemptions' | 'logs' | 'quota_data' | 'options') => {
      const all = await store.db.selectFrom(table).selectAll().execute()
      return all.map((row) => JSON.stringify(row)).sort()
    }
    const tables = ['users', 'tokens', 'channels', 'redemptions', 'logs', 'quota_data', 'options'] as const
    return await Promise.all(tables.map(rows))
  } finally {
    await store.close()
  }
}
