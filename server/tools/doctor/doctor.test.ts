import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { CHECKS } from '#contract/api/watchdog.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { selfSigned } from '#test/harness/certificate.ts'
import { runCommand } from '#test/harness/command.ts'
import { forEachDatabase, onDatabase, type Place } from '#test/harness/databases.ts'
import { rawServer } from '#test/harness/raw-server.ts'
import { hasRedis, startRedis, type TestRedis } from '#test/harness/redis.ts'
import { journalDir, segmentPath } from '../../money/accounting/journal-files.ts'
import { storeReport } from '../../money/watchdog/queries.ts'
import { hashPassword } from '../../people/accounts/passwords.ts'
import { readConfig } from '../../platform/config.ts'
import { openStore, type Store } from '../../platform/store/database.ts'
import { examine } from './examine.ts'
import { type Finding, worstOf } from './finding.ts'

const levelsOf = (findings: Finding[], area: string) =>
  findings.filter((finding) => finding.area === area).map(({ level, text }) => `${level}: ${text}`)

async function examined(place: Place, env: Record<string, string> = {}, upstreams = false) {
  const config = readConfig({ ...env, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl })
  return examine({ config, thorough: false, upstreams })
}

async function storeBooks(store: Store, wrong: number, at = nowInSeconds()): Promise<void> {
  const checks = CHECKS.map((name) => ({
    name,
    looked_at: 1,
    wrong: name === 'users' ? wrong : 0,
    expected: 0,
    found: 0,
  }))
  await storeReport(store.db, 'node', { started_at: at, milliseconds: 1, complete: true, checks, differences: [] })
}

forEachDatabase((engine, fresh) => {
  let place: Place
  let store: Store
  beforeAll(async () => {
    place = await fresh.started()
    chmodSync(place.dataDir, 0o700)
    chmodSync(join(place.dataDir, 'secret.key'), 0o600)
    store = await openStore(place)
    fresh.atEnd(() => store.close())
    await store.db
      .updateTable('users')
      .set({ password: await hashPassword('not well known') })
      .execute()
    await storeBooks(store, 0)
  }, 90_000)
  const set = (key: string, value: string) =>
    store.db
      .insertInto('options')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute()

  test('a sound installation has nothing to do, and is not changed', async () => {
    const before = readdirSync(place.dataDir)
    const findings = await examined(place)
    // How full the disk and how slow the machine is says nothing of the installation.
    const isOfMachine = ({ area, text }: Finding) => area === 'disk' || / \d+ ms\b/.test(text)
    expect(findings.filter((finding) => finding.level !== 'ok' && !isOfMachine(finding))).toEqual([])
    expect(new Set(findings.map(({ area }) => area)).size).toBe(11)
    expect(levelsOf(findings, 'database')[0]).toMatch(engine === 'sqlite' ? /^ok: SQLite 3/ : /^ok: PostgreSQL 1/)
    expect(readdirSync(place.dataDir)).toEqual(before)
  })

  test('each finding that is not ok says what to do', async () => {
    await store.db
      .updateTable('users')
      .set({ password: await hashPassword('123456') })
      .execute()
    await storeBooks(store, 3)
    await set('QuotaForNewUser', '500000')
    await set('ServerAddress', 'http://gateway.example.com')
    chmodSync(join(place.dataDir, 'secret.key'), 0o644)
    chmodSync(place.dataDir, 0o755)
    const env = { TRUSTED_PROXIES: '0.0.0.0/0', HOST: '0.0.0.0', RATE_LIMIT: 'off', METRICS_TOKEN: 'short' }
    const findings = await examined(place, env)
    const texts = findings.filter(({ level }) => level !== 'ok').map(({ level, text }) => `${level}: ${text}`)
    for (const expected of [
      'error: root has the password 123456',
      'error: the ledger does not match (users: 3',
      'error: anyone can register repeatedly',
      'warning: ServerAddress is http://gateway.example.com',
      'error: others can read',
      'warning: others can enter',
      'error: TRUSTED_PROXIES trusts all addresses',
      'warning: RATE_LIMIT is off',
      'warning: METRICS_TOKEN is short',
    ]) {
      expect(
        texts.filter((text) => text.startsWith(expected)),
        expected,
      ).toHaveLength(1)
    }
    expect(findings.filter(({ level, advice }) => level !== 'ok' && !advice)).toEqual([])
    expect(worstOf(findings)).toBe('error')
  })

  test('books that were not checked for hours, or never', async () => {
    await store.db.deleteFrom('watchdog_reports').execute()
    expect(levelsOf(await examined(place), 'books')).toEqual(['warning: the ledger was never checked'])
    await storeBooks(store, 0, nowInSeconds() - 5 * 3600)
    expect(levelsOf(await examined(place), 'books')[0]).toStartWith('warning: the ledger matches, but was last checked')
  })

  test('a journal that waits, or that belongs to another database', async () => {
    writeFileSync(join(place.dataDir, 'node.id'), 'some-node\n')
    const dir = journalDir(place.dataDir, 'some-node')
    mkdirSync(dir, { recursive: true })
    writeFileSync(segmentPath(dir, 4), Buffer.alloc(3_000_000))
    expect(levelsOf(await examined(place), 'journal')[0]).toStartWith('error: the journal’s node is unknown')
    await store.db
      .insertInto('journal_positions')
      .values({ node_id: 'some-node', segment: 4, offset: 500_000, floor: 4 })
      .execute()
    expect(levelsOf(await examined(place), 'journal')[0]).toStartWith('warning: 3 MB wait')
    await store.db
      .updateTable('journal_positions')
      .set({ offset: 2_999_000 })
      .where('node_id', '=', 'some-node')
      .execute()
    expect(levelsOf(await examined(place), 'journal')).toEqual(['ok: 1000 bytes wait to be settled'])
  })

  test('nodes that are silent, of different versions, or without Redis', async () => {
    const node = { host: 'h', version: '1', started_at: 0, calls: 0, memory: 0, disk_free: 0, disk_size: 0 }
    const rows = ['a', 'b', 'c'].map((id, index) => ({
      ...node,
      id,
      version: `${index}`,
      seen_at: nowInSeconds() - (index === 2 ? 500 : 0),
    }))
    await store.db.insertInto('nodes').values(rows).execute()
    expect(levelsOf(await examined(place), 'nodes')).toEqual([
      expect.stringMatching(/^warning: node c on h has not reported for 50\d s/),
      'warning: nodes run different versions: 0, 1',
      'warning: several nodes without Redis, so limits are per node',
    ])
  })

  test('a schema that is older or newer than this version', async () => {
    await sql`delete from kysely_migration where name = '0048-max-input-tokens'`.execute(store.db)
    expect(levelsOf(await examined(place), 'database').join()).toContain(
      'warning: pending migrations: 1 (0048-max-input-tokens',
    )
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(store.db)
    expect(levelsOf(await examined(place), 'database').join()).toContain('error: a newer version has used')
  })

  test('another key, or none', async () => {
    const token = { user_id: 1, name: 't', key: 'v1.other.aa.bb', key_hash: 'h', created_time: 0, accessed_time: 0 }
    await store.db
      .insertInto('tokens')
      .values({ ...token, unlimited_quota: 1, model_limits_enabled: 0 })
      .execute()
    expect(levelsOf(await examined(place), 'files').join()).toContain(
      'error: a stored secret was encrypted with another key',
    )
    await store.db.deleteFrom('tokens').execute()
  })
})

/** Writes nonsense over a part of a file. */
function overwrite(path: string, from: number, length: number): void {
  const bytes = readFileSync(path)
  bytes.fill(0xa5, from, from + length)
  writeFileSync(path, bytes)
}

describe('what is not there', () => {
  onDatabase('sqlite', (fresh) => {
    test('is told, and not created', async () => {
      const { dataDir } = await fresh.place()
      const missing = { dataDir: join(dataDir, 'none'), databaseUrl: undefined }
      expect(worstOf(await examined(missing))).toBe('error')
      expect(existsSync(missing.dataDir)).toBe(false)
      const unreachable = await examined({ dataDir, databaseUrl: 'postgres://nobody:secret@127.0.0.1:1/none' })
      expect(levelsOf(unreachable, 'database')[0]).toStartWith('error: the database cannot be read')
      expect(JSON.stringify(unreachable)).not.toContain('secret@')
      for (const place of [missing, { ...missing, dataDir }]) {
        expect(levelsOf(await examined(place, { REDIS_URL: 'redis://127.0.0.1:1' }), 'redis')[0]).toStartWith(
          'error: does not answer: connect ECONNREFUSED',
        )
      }
    })

    test('the command prints a line for each finding, or JSON, and its status tells the worst', async () => {
      const { dataDir } = await fresh.place()
      const text = await runCommand(['doctor'], { DATA_DIR: dataDir })
      expect(text).toMatchObject({ status: 1, out: expect.stringMatching(/ERROR {4}database {6}there is no database/) })
      const json = await runCommand(['doctor', '--json'], { DATA_DIR: dataDir })
      expect(JSON.parse(json.out)).toMatchObject({ result: 'error', findings: expect.any(Array) })
    })

    /** Areas of an installation that is examined as a whole. */
    const AREAS = ['books', 'certificates', 'clock', 'database', 'disk', 'files', 'journal', 'nodes', 'passwords']
    const ALL_AREAS = [...AREAS, 'redis', 'settings']

    test.each<[string, string, (path: string) => void]>([
      ['is cut off', 'is truncated', (path) => truncateSync(path, statSync(path).size / 2)],
      ['has no first page', 'its first page is damaged', (path) => overwrite(path, 0, 4096)],
      ['has a damaged schema', 'cannot be read', (path) => overwrite(path, 100, 3996)],
      ['has damaged pages', '', (path) => overwrite(path, 8192, statSync(path).size - 8192)],
      ['is a text', 'is not a SQLite database', (path) => writeFileSync(path, 'no database '.repeat(20))],
      ['is empty', 'is empty or truncated', (path) => writeFileSync(path, '')],
      [
        'is a folder',
        'is not a file',
        (path) => {
          rmSync(path)
          mkdirSync(path)
        },
      ],
      ['is lost', 'there is no database', (path) => rmSync(path)],
      ['is cut off within its first page', '', (path) => truncateSync(path, 1000)],
      ['has a header of another program', '', (path) => overwrite(path, 0, 100)],
    ])('a database that %s: every area is examined, and the backup is named', async (_what, text, damage) => {
      const { dataDir } = await fresh.started()
      const path = join(dataDir, 'switchyard.db')
      const file = join(dataDir, 'site.backup')
      const env = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: 'a passphrase that nobody guesses' }
      expect((await runCommand(['backup', file], env)).status).toBe(0)
      for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
      damage(path)
      const before = readdirSync(dataDir)
      const { out, status, err } = await runCommand(['doctor', '--json'], env)
      expect({ status, err }).toEqual({ status: 1, err: '' })
      const { result, findings } = JSON.parse(out) as { result: string; findings: Finding[] }
      expect(result).toBe('error')
      expect([...new Set(findings.map(({ area }) => area))].sort()).toEqual(ALL_AREAS)
      const about = findings.find((finding) => finding.level === 'error' && finding.advice?.includes(file))
      expect(about).toMatchObject({ advice: expect.stringContaining(`switchyard restore ${file}`) })
      expect(about?.text).toContain(text)
      expect(readdirSync(dataDir).filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual(
        before.filter((name) => !/-(?:wal|shm)$/.test(name)),
      )
    })

    test('a damaged write-ahead log does not keep the doctor from its report', async () => {
      const { dataDir } = await fresh.started()
      for (const [end, bytes] of [
        ['-wal', 5000],
        ['-shm', 300],
      ] as const)
        writeFileSync(join(dataDir, `switchyard.db${end}`), Buffer.alloc(bytes, 'x'))
      const { out, err } = await runCommand(['doctor', '--json'], { DATA_DIR: dataDir })
      const { findings } = JSON.parse(out) as { findings: Finding[] }
      expect({ err, areas: [...new Set(findings.map(({ area }) => area))].sort() }).toEqual({
        err: '',
        areas: ALL_AREAS,
      })
    })

    test.each<[string, string, Record<string, string>]>([
      ['PostgreSQL', 'database', { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' }],
      ['Redis', 'redis', { REDIS_URL: 'redis://:secret@127.0.0.1:1' }],
    ])('the command prints JSON with advice while %s is away', async (_name, area, env) => {
      const { dataDir } = await fresh.started()
      const { out, status, err } = await runCommand(['doctor', '--json'], { DATA_DIR: dataDir, ...env })
      expect({ status, err }).toEqual({ status: 1, err: '' })
      const { findings } = JSON.parse(out) as { findings: Finding[] }
      const about = findings.find((finding) => finding.area === area && finding.level === 'error')
      expect(about?.advice).toBeTruthy()
      expect(out).not.toContain('secret')
      expect([...new Set(findings.map((finding) => finding.area))].sort()).toEqual(ALL_AREAS)
    })

    test('a variable that stops every start is a finding', async () => {
      const { out, status } = await runCommand(['doctor', '--json'], { PORT: 'many' })
      expect(status).toBe(1)
      expect(JSON.parse(out).findings).toMatchObject([{ area: 'settings', level: 'error' }])
    })

    test('a certificate that ends soon', async () => {
      const server = rawServer(() => {}, selfSigned('localhost'))
      const place = await fresh.started()
      const store = await openStore(place)
      await store.db.insertInto('options').values({ key: 'ServerAddress', value: server.url }).execute()
      await store.close()
      // It ends within a day.
      expect(levelsOf(await examined(place), 'certificates')).toEqual([
        `error: the certificate of ${server.url} is valid for 0 days`,
      ])
      server.stop()
    })
  })
})

describe.skipIf(!hasRedis)('Redis', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())

  onDatabase('sqlite', (fresh) => {
    test('answers, and its clock is compared', async () => {
      const findings = await examined(await fresh.started(), { REDIS_URL: redis.url })
      expect(levelsOf(findings, 'redis')[0]).toContain('answers (')
      expect(levelsOf(findings, 'clock').join()).toContain('ok: Redis and this machine are 0.')
    })
  })
})
