import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { freePort } from './postgres-server.ts'
import { PATIENCE_MS } from './until.ts'

/** MariaDB comes in no npm package: tests of what is read from MySQL run where Debian's package is installed. */
export const hasMariadb =
  Bun.which('mariadbd', { PATH: `${process.env.PATH}:/usr/sbin` }) !== null && Bun.which('mariadb-install-db') !== null

/** A MariaDB of our own. */
export interface TestMariadb {
  /** Creates an empty database and returns its address. */
  database(): Promise<string>
  /** Runs statements in a database. */
  run(address: string, statements: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** MariaDB refuses to run as root; `nobody` exists on every system. */
const NOBODY = 65534

/** Ends the server, and removes its folder, as soon as the standard input closes: however the test process ends. */
const SUPERVISOR = `
  trap "" INT TERM HUP
  exec 3<&0
  mariadb-install-db --no-defaults --datadir="$DIR/data" --auth-root-authentication-method=normal --skip-test-db \
    $AS >"$DIR/log" 2>&1 || exit 1
  mariadbd --no-defaults --datadir="$DIR/data" --port="$PORT" --bind-address=127.0.0.1 --socket="$DIR/socket" \
    --pid-file="$DIR/pid" --innodb-flush-log-at-trx-commit=0 --innodb-buffer-pool-size=32M $AS >>"$DIR/log" 2>&1 &
  server=$!
  (read -r _ <&3; kill -KILL $server) >/dev/null 2>&1 &
  reader=$!
  wait $server
  kill $reader 2>/dev/null
  rm -rf "$DIR"
`

/** Starts an empty MariaDB on a random loopback port, with its files in a temporary folder and durability off. */
export async function startMariadb(): Promise<TestMariadb> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-mariadb-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  const shell = Bun.spawn(['sh', '-c', SUPERVISOR], {
    env: { PATH: `${process.env.PATH}:/usr/sbin`, DIR: folder, PORT: String(port), AS: isRoot ? '--user=nobody' : '' },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  const server = `mysql://root@127.0.0.1:${port}`
  await untilReady(`${server}/mysql`, folder)
  let databases = 0
  return {
    async database() {
      const name = `sample_${++databases}`
      await run(`${server}/mysql`, [`create database ${name} character set utf8mb4`])
      return `${server}/${name}`
    },
    run,
    async stop() {
      shell.stdin.end()
      await shell.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function run(address: string, statements: readonly string[]): Promise<void> {
  const db = new SQL(address, { adapter: 'mysql', max: 1 })
  try {
    for (const statement of statements) await db.unsafe(statement)
  } finally {
    await db.close()
  }
}

async function untilReady(address: string, folder: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await Bun.sleep(50)) {
    try {
      return await run(address, ['select 1'])
    } catch (error) {
      if (Date.now() < end) continue
      throw new Error(`MariaDB did not start: ${readFileSync(join(folder, 'log'), 'utf8')}`, { cause: error })
    }
  }
}
