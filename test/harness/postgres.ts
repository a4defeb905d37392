import pg from 'pg'
import { startPostgres } from './postgres-server.ts'

let server: Promise<string> | undefined

/** The server that tests run on: the one `TEST_POSTGRES_URL` names, else our own, started once per process on first use. */
export function postgresServer(): Promise<string> {
  const { TEST_POSTGRES_URL } = process.env
  server ??= TEST_POSTGRES_URL ? Promise.resolve(TEST_POSTGRES_URL) : startPostgres().then(({ url }) => url)
  return server
}

/**
 * Creates a database, empty or as a copy of the one at `template`, and returns its address. Nobody may be connected to a
 * template. Drop it with `dropPostgres` when the suite is done.
 */
export async function postgresUrl(template?: string): Promise<string> {
  const url = new URL(await postgresServer())
  const name = `switchyard_${crypto.randomUUID().replaceAll('-', '')}`
  const copied = template ? ` TEMPLATE ${new URL(template).pathname.slice(1)}` : ''
  await run(url.href, `CREATE DATABASE ${name}${copied}`)
  url.pathname = `/${name}`
  return url.href
}

/** Drops a database that `postgresUrl` created, ending the connections that are left. */
export async function dropPostgres(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await run(await postgresServer(), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
