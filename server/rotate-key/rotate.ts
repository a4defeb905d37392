import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { lockData } from '../store/data-lock.ts'
import { openStore } from '../store/database.ts'
import { runningNodes } from '../store/running-nodes.ts'
import { KEY_FILE, keyFile, vaultOf } from '../store/vault.ts'
import { type Resealed, reseal } from './reseal.ts'

/** Where a new key file waits until everything is encrypted with it. */
const NEXT_FILE = `${KEY_FILE}.next`

/** What was done, and where the former key file lies now, if there was one. */
export type Rotated = Resealed & { formerFile: string | undefined }

/**
 * Gives an installation another key of the encryption at rest: from `FORMER_SECRET_KEY`, or the key file, to `SECRET_KEY`,
 * or a new key file. May be repeated after a crash at any point. Throws with what to do, having changed nothing.
 */
export async function rotateKey(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey'>,
  formerSecretKey: string | undefined,
): Promise<Rotated> {
  const { dataDir, databaseUrl, secretKey } = config
  const [current, waiting] = [join(dataDir, KEY_FILE), join(dataDir, NEXT_FILE)]
  if (!databaseUrl && !existsSync(join(dataDir, 'switchyard.db'))) {
    throw new Error(`there is no database in ${dataDir}: set DATA_DIR, or DATABASE_URL, as the server has them`)
  }
  if (!formerSecretKey && !existsSync(current)) {
    throw new Error(
      `there is no ${KEY_FILE} in ${dataDir}: set FORMER_SECRET_KEY to the SECRET_KEY that was used so far`,
    )
  }
  const lock = lockData(dataDir)
  try {
    const former = vaultOf(formerSecretKey ?? keyFile(current))
    const next = vaultOf(secretKey ?? keyFile(waiting))
    if (former.keyId === next.keyId) throw new Error('SECRET_KEY is the key that was used so far: set another one')
    const store = await openStore({ databaseUrl, dataDir })
    try {
      const nodes = await runningNodes(store)
      if (nodes > 0) throw new Error(`${nodes} node(s) work with this database: stop them first`)
      const resealed = await reseal(store, { former, next })
      // The key file follows only when what was encrypted with it survives the death of the machine.
      await store.sync()
      const formerFile = existsSync(current) ? `${current}.${vaultOf(keyFile(current)).keyId}` : undefined
      if (formerFile) renameSync(current, formerFile)
      if (!secretKey) renameSync(waiting, current)
      return { ...resealed, formerFile }
    } finally {
      await store.close()
    }
  } finally {
    lock.release()
  }
}
