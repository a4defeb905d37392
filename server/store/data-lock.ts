import { Database } from 'bun:sqlite'
import { accessSync, constants, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { restrictFiles } from './private-files.ts'

/** The exclusive right to use a data folder. */
export interface DataLock {
  release(): void
}

/**
 * Locks a data folder for this process until it releases it or dies: two servers on one journal would settle each
 * other's charges, and lose some. The lock is that of a SQLite file, which every operating system releases by
 * itself. Throws an error with instructions when another server has it, or when the folder is not writable.
 */
export function lockDataFolder(dataDir: string): DataLock {
  checkFolder(dataDir)
  restrictFiles(dataDir)
  return lockFile(dataDir, 'server.lock')
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
