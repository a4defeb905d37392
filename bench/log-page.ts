import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { compactIndexes } from '#server/platform/store/compaction/compact-indexes.ts'
import { openStore, type Store } from '#server/platform/store/database.ts'
import { startPostgres } from '#test/harness/postgres-server.ts'
import { type Api, logInAsRoot } from './console.ts'
import { BODIES } from './scenarios.ts'
import { median } from './statistics.ts'
import { startSwitchyard } from './targets/switchyard.ts'

/** How long the console takes for a log of many rows, on one database; milliseconds. */
export interface LogPage {
  engine: string
  /** The page and the statistics of 30 days, with the sums of all days that are over: the first time, and the median of later ones. */
  page: { first: number; median: number }
  stat: { first: number; median: number }
  /** Of the log with its indexes: as they were written, and when the job of the night has been. */
  bytesPerRow: { written: number; compact: number }
}

const DAYS = 30
const SLICE = 100_000
const ROUNDS = 20
const MAX_SUMMING_MS = 15 * 60_000
const MODELS = ['gpt-5.2', 'claude-sonnet-4-5', 'gemini-2.5-flash', 'deepseek-v3', 'qwen3-max']

/** Measures the log page of a Switchyard with calls of the last 30 days, on SQLite and on PostgreSQL. */
export async function measureLogPages(rows: number, upstreamPort: number, program?: string): Promise<LogPage[]> {
  const pages: LogPage[] = []
  for (const engine of ['SQLite', 'PostgreSQL']) {
    console.error(`measuring the log page of ${rows} rows on ${engine} …`)
    const databaseUrl = engine === 'SQLite' ? undefined : (await startPostgres()).url
    pages.push(await measureOn(engine, databaseUrl, { rows, upstreamPort, program }))
  }
  return pages
}

interface Job {
  rows: number
  upstreamPort: number
  program: string | undefined
}

async function measureOn(engine: string, databaseUrl: string | undefined, job: Job): Promise<LogPage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-bench-log-'))
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', RATE_LIMIT: 'off' }
  const target = await startSwitchyard(job.upstreamPort, job.program, { name: engine, env })
  const url = `http://127.0.0.1:${target.port}`
  const store = await openStore({ databaseUrl, dataDir })
  try {
    await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers: target.headers, body: BODIES.small })
    const { since, until } = await fill(store, job.rows)
    const written = await sizeOfLog(store)
    await untilSummed(store)
    await compactIndexes(store, new AbortController().signal)
    const api = await logInAsRoot(url)
    const range = `type=2&start_timestamp=${since}&end_timestamp=${until}`
    return {
      engine,
      page: await timesOf(api, `/api/log/?p=1&page_size=20&${range}`),
      stat: await timesOf(api, `/api/log/stat?${range}`),
      bytesPerRow: { written: written / job.rows, compact: (await sizeOfLog(store)) / job.rows },
    }
  } finally {
    await store.close()
    await target.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function timesOf(api: Api, path: string): Promise<LogPage['page']> {
  const times: number[] = []
  while (times.length <= ROUNDS) {
    const begun = performance.now()
    await api('GET', path)
    times.push(performance.now() - begun)
  }
  return { first: times[0] ?? Number.NaN, median: median(times.slice(1)) }
}

/** Copies the row of the call that was made, as calls of 50 users with 120 tokens to five models of 30 channels. */
async function fill(store: Store, rows: number): Promise<{ since: number; until: number }> {
  const count = sql<{ n: number }>`select count(*) as n from logs where type = 2`
  while (!(await count.execute(store.db)).rows.some(({ n }) => Number(n) > 0)) await Bun.sleep(50)
  const until = Math.floor(Date.now() / 1000)
  const since = until - DAYS * 86_400
  for (let done = 0; done < rows; done += SLICE) {
    const slice = { first: done, size: Math.min(SLICE, rows - done), since, seconds: (DAYS * 86_400) / rows }
    await store.withoutTimeout((db) => copyRows(slice).execute(db))
  }
  await store.withoutTimeout(async (db) => {
    await rollUp.execute(db)
    await sql`analyze`.execute(db)
  })
  return { since, until }
}

const copyRows = ({ first, size, since, seconds }: { first: number; size: number; since: number; seconds: number }) => {
  const model = sql.join(
    MODELS.map((name, index) => sql`when ${sql.lit(index)} then ${sql.lit(name)}`),
    sql` `,
  )
  return sql`
    with recursive copies(n) as (select 1 union all select n + 1 from copies where n < ${sql.lit(size)}),
      call as (select * from logs where type = 2 order by id limit 1)
    insert into logs (user_id, username, created_at, type, token_id, token_name, model_name, channel_id, quota,
      prompt_tokens, completion_tokens, use_time, is_stream, other, request_id, terms_id)
    select 1 + n % 50, 'user-' || (1 + n % 50), ${sql.lit(since)} + cast((${sql.lit(first)} + n) * ${sql.lit(seconds)} as bigint),
      2, 1 + n % 120, 'token-' || (1 + n % 120), case n % ${sql.lit(MODELS.length)} ${model} end, 1 + n % 30, 1000 + n % 5000,
      100 + n % 900, 200 + n % 700, n % 20, n % 2, other, '20261126101424' || (100000000 + ${sql.lit(first)} + n) || 'aBcDeFgH',
      terms_id
    from copies cross join call order by n`
}

/** As settling counts: one row for an hour, user, model, token and channel. */
const rollUp = sql`
  insert into quota_data (created_at, user_id, username, model_name, token_id, channel_id, token_used, count, quota)
  select created_at - created_at % 3600, user_id, min(username), model_name, token_id, channel_id,
    sum(prompt_tokens + completion_tokens), count(*), sum(quota)
  from logs where username like 'user-%'
  group by created_at - created_at % 3600, user_id, model_name, token_id, channel_id`

/** Waits for the sums of the days between the first and the last, which the server makes in the background. */
async function untilSummed({ db }: Store): Promise<void> {
  const ready = db.selectFrom('rollup_sets').where('ready', '=', 1).where('level', '=', 'account-day')
  const count = ready.select(sql<number>`count(*)`.as('count'))
  for (const end = Date.now() + MAX_SUMMING_MS; Date.now() < end; await Bun.sleep(1000)) {
    if (Number((await count.executeTakeFirstOrThrow()).count) >= DAYS - 1) return
  }
  throw new Error('the sums of the roll-ups were not made in time')
}

async function sizeOfLog({ db, engine }: Store): Promise<number> {
  const { rows } = await (engine === 'sqlite'
    ? sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat where name like 'logs%'`
    : sql<{ bytes: number }>`select pg_total_relation_size('logs') as bytes`
  ).execute(db)
  return Number(rows[0]?.bytes ?? Number.NaN)
}

/** A table of the measurements. */
export function reportLogPages(rows: number, pages: readonly LogPage[]): string {
  const cell = ({ first, median }: LogPage['page']) => `${median.toFixed(0)} ms (${first.toFixed(0)})`
  const bytes = (count: number) => (Number.isNaN(count) ? '–' : count.toFixed(0))
  const lines = pages.map(
    ({ engine, page, stat, bytesPerRow: { written, compact } }) =>
      `| ${engine} | ${cell(page)} | ${cell(stat)} | ${bytes(written)} | ${bytes(compact)} |`,
  )
  return [
    `Log page of ${rows.toLocaleString('en-US')} calls within ${DAYS} days: the median, in brackets the first time.`,
    '',
    '| database | first page | statistics | bytes a row | after the night |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...lines,
    '',
  ].join('\n')
}
