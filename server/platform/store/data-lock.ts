import { Database } from 'bun:sqlite'
import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { restrictFiles } from './private-files.ts'

/** The exclusive right to use a data folder. */
export interface DataLock {
  release(): void
}

/** The data folder's lock of a server, which tells the next start when the server ends. */
export interface ServerLock extends DataLock {
  /** Says that the server is ending, and will have ended after `mostMs` milliseconds at most. */
  ending(mostMs: number): void
}

/** Says until when the server that holds the lock will have ended, in milliseconds since the epoch. */
const ENDING_FILE = 'server.ending'

/**
 * Locks a data folder for this process until it releases it or dies: two servers on one journal would settle each
 * other's charges, and lose some. The lock is that of a SQLite file, which every operating system releases by
 * itself. Throws an error with instructions when another server has it, or when the folder is not writable.
 */
export function lockDataFolder(dataDir: string): ServerLock {
  checkFolder(dataDir)
  restrictFiles(dataDir)
  const lock = lockFile(dataDir, 'server.lock')
  const file = join(dataDir, ENDING_FILE)
  // A server that was killed while it ended has left it.
  rmSync(file, { force: true })
  return {
    ending: (mostMs) => writeFileSync(file, String(Date.now() + mostMs), { mode: 0o600 }),
    release() {
      rmSync(file, { force: true })
      lock.release()
    },
  }
}

/**
 * Locks a data folder as `lockDataFolder` does, but waits for a server that says that it is ending; `tell` hears of that
 * once. Throws at once where the server goes on, and when it has not ended in the time that it named.
 */
export async function lockWhenEnded(dataDir: string, tell: (message: string) => void): Promise<ServerLock> {
  for (let told = false; ; await Bun.sleep(LOOK_MS)) {
    // Read first: a lock that is released in between is taken.
    const until = readEnding(dataDir)
    try {
      return lockDataFolder(dataDir)
    } catch (error) {
      if (until === undefined || Date.now() > until) throw error
    }
    if (!told) tell(`the server that used the data folder ${dataDir} is ending: waiting for it`)
    told = true
  }
}

/** Reads until when the holder of the lock will have ended; undefined = it does not say that it is ending. */
function readEnding(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, ENDING_FILE), 'utf8')) || undefined
  } catch {
    return undefined
  }
}

/**
 * Locks the journal of a server's further process, which has a number from 2 on. Throws when that of an earlier start
 * has not ended yet.
 */
export const lockWorker = (dataDir: string, number: number): DataLock => lockFile(dataDir, `worker-${number}.lock`)

/** Processes of a server that was killed end at once, but not in the same instant. */
const ENDING_MS = 10_000
const LOOK_MS = 20

/**
 * Locks the journal of a further process that an earlier start has left. Waits until that process has ended; throws when it
 * goes on.
 */
export async function lockFormerWorker(dataDir: string, number: number): Promise<DataLock> {
  for (const end = Date.now() + ENDING_MS; ; await Bun.sleep(LOOK_MS)) {
    try {
      return lockWorker(dataDir, number)
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

function lockFile(dataDir: string, name: string): DataLock {
  const file = new Database(join(dataDir, name), { create: true })
  try {
    file.run('PRAGMA busy_timeout = 0')
    file.run('BEGIN EXCLUSIVE')
  } catch (cause) {
    file.close()
    if ((cause as { code?: string }).code !== 'SQLITE_BUSY') throw cause
    // The cause adds nothing, and would be printed above the instructions.
    throw new Error(`another server uses the data folder ${dataDir}. Stop it, or set another DATA_DIR`)
  }
  return { release: () => file.close() }
}

function checkFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // A separate file is written, because a lock can be taken on a read-only file.
    const trial = join(dataDir, `.trial-${process.pid}`)
    writeFileSync(trial, '')
    rmSync(trial)
    for (const name of readdirSync(dataDir)) accessSync(join(dataDir, name), constants.R_OK | constants.W_OK)
  } catch (cause) {
    throw new Error(
      `the data folder ${dataDir} cannot be used: ${(cause as Error).message}. The user that runs the server must be ` +
        'able to read and write it with all its files, and the disk must have free space',
    )
  }
}
