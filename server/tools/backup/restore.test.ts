import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { forEachDatabase, type Place } from '#test/harness/databases.ts'
import { openStore, type Queryable, type Store } from '../../platform/store/database.ts'
import { migrate } from '../../platform/store/migrate.ts'
import { openVault, type Vault } from '../../platform/store/vault.ts'
import { backUp } from './back-up.ts'
import { readBackupSecret } from './read-secret.ts'
import { checkBackup, restore } from './restore.ts'

const SECRET = Buffer.from('a passphrase of good length')
/** Values that a detour by another language, or by another encoding, would change. */
const ODD = ['\\N', '"quoted"\t\n\r', '\u2028 世界 🚂 \u0001', "'); drop table users; --", '9007199254740993', '{}', '']

/** What a guess of the passphrase costs is the matter of sealed-file.test.ts. */
const CHEAP = { N: 16, r: 8, p: 1 }

forEachDatabase((engine, fresh) => {
  let place: Place
  let file = ''
  const source = () => ({ ...place, secretKey: undefined, version: '0.2.0' })
  beforeAll(async () => {
    place = await fresh.started()
    file = join(place.dataDir, 'site.backup')
    await inStore(place, async ({ db }) => {
      for (const [id, value] of ODD.entries())
        await db
          .insertInto('options')
          .values({ key: `odd ${id}`, value })
          .execute()
      await addToken(db, openVault({ dataDir: place.dataDir }))
      await addUser(db, 40, 'last')
      await db.deleteFrom('users').where('id', '=', 40).execute()
    })
    await backUp(source(), file, SECRET, CHEAP)
  }, 90_000)
  const restored: Place[] = []
  async function target(): Promise<Place & { secretKey: undefined }> {
    const made = await fresh.place()
    restored.push(made)
    return { ...made, secretKey: undefined }
  }
  afterAll(() => {
    for (const { dataDir } of restored) rmSync(dataDir, { recursive: true, force: true })
  })

  test('every table comes back as it was, numbers that were given out are not given out again', async () => {
    const to = await target()
    const report = await restore(to, file, SECRET)
    expect(report).toMatchObject({ kind: engine, version: '0.2.0' })
    expect(await checkBackup(file, SECRET)).toEqual(report)
    const before = await inStore(place, contentOf)
    expect(Object.keys(before).length).toBeGreaterThan(30)
    expect(await inStore(to, contentOf)).toEqual(before)
    expect(readFileSync(join(to.dataDir, 'secret.key'))).toEqual(readFileSync(join(place.dataDir, 'secret.key')))
    await inStore(to, async (store) => {
      await migrate(store)
      await addUser(store.db, undefined, 'next')
      const next = await store.db.selectFrom('users').select('id').where('username', '=', 'next').executeTakeFirst()
      expect(next?.id).toBe(engine === 'sqlite' ? 41 : 2)
    })
  }, 60_000)

  test('a target that is not empty is left alone', async () => {
    const to = await target()
    writeFileSync(join(to.dataDir, 'mine.txt'), 'x')
    await expect(restore(to, file, SECRET)).rejects.toThrow('is not empty (mine.txt)')
    expect(readdirSync(to.dataDir)).toEqual(['mine.txt'])
  })

  test.skipIf(engine === 'sqlite')('a database with tables is left alone', async () => {
    const to = { ...(await target()), databaseUrl: place.databaseUrl }
    await expect(restore(to, file, SECRET)).rejects.toThrow('the database has tables already')
    expect(readdirSync(to.dataDir)).toEqual([])
  })

  test('a backup that is cut off leaves nothing behind', async () => {
    const to = await target()
    const cut = join(place.dataDir, 'cut.backup')
    writeFileSync(cut, readFileSync(file))
    truncateSync(cut, readFileSync(cut).length - 20)
    await expect(checkBackup(cut, SECRET)).rejects.toThrow('damaged or cut off')
    await expect(restore(to, cut, SECRET)).rejects.toThrow('damaged or cut off')
    expect(readdirSync(to.dataDir)).toEqual([])
    const nowhere = { ...to, dataDir: join(to.dataDir, 'not', 'there') }
    await expect(restore(nowhere, cut, SECRET)).rejects.toThrow('damaged or cut off')
    expect(readdirSync(to.dataDir)).toEqual([])
    await restore(to, file, SECRET)
  }, 60_000)

  test('another SECRET_KEY, another kind of database and a name that is taken are refused', async () => {
    const to = await target()
    await expect(restore({ ...to, secretKey: 'another key' }, file, SECRET)).rejects.toThrow(
      'SECRET_KEY is not the key',
    )
    const other = engine === 'sqlite' ? 'postgres://nobody@127.0.0.1:1/none' : undefined
    await expect(restore({ ...to, databaseUrl: other }, file, SECRET)).rejects.toThrow('this is a backup of')
    await expect(backUp(source(), file, SECRET)).rejects.toThrow('is there already')
    await expect(backUp({ ...source(), secretKey: 'wrong' }, `${file}.2`, SECRET, CHEAP)).rejects.toThrow('another key')
    expect(readdirSync(place.dataDir).filter((name) => name.startsWith('.switchyard-backup-'))).toEqual([])
  })
})

test('a secret that could be guessed is refused', () => {
  expect(() => readBackupSecret(undefined, undefined)).toThrow('set BACKUP_PASSPHRASE')
  expect(() => readBackupSecret(undefined, 'short')).toThrow('less than 12')
  expect(readBackupSecret(undefined, 'long enough to be one').toString()).toBe('long enough to be one')
})

async function inStore<T>(place: Place, work: (store: Store) => Promise<T>): Promise<T> {
  mkdirSync(place.dataDir, { recursive: true })
  const store = await openStore(place)
  return work(store).finally(() => store.close())
}

async function addUser(db: Queryable, id: number | undefined, username: string): Promise<void> {
  const user = { username, password: '', aff_code: username, ...(id === undefined ? {} : { id }) }
  await db
    .insertInto('users')
    .values(user as never)
    .execute()
}

async function addToken(db: Queryable, vault: Vault): Promise<void> {
  const token = { user_id: 1, name: 't', key: vault.encrypt('sk'), key_hash: vault.hash('sk'), created_time: 1 }
  await db
    .insertInto('tokens')
    .values(token as never)
    .execute()
}

/** Every row of every table, as sorted texts. */
async function contentOf({ db, engine }: Store): Promise<Record<string, string[]>> {
  const listed =
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite%'`
      : sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`
  const names = (await listed.execute(db)).rows.map(({ name }) => name).filter((name) => name !== 'kysely_migration')
  const tables = names.sort().map(async (name) => {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    return [name, rows.map((row) => JSON.stringify(row)).sort()] as const
  })
  const content = Object.fromEntries(await Promise.all(tables))
  if (engine === 'sqlite') return content
  const { rows } = await sql<{ indexdef: string }>`select indexdef from pg_indexes order by indexdef`.execute(db)
  return { ...content, indexes: rows.map(({ indexdef }) => indexdef) }
}
