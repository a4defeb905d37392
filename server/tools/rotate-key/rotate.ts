import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { lockWhenEnded } from '../../platform/store/data-lock.ts'
import { openStore } from '../../platform/store/database.ts'
import { countRunningNodes } from '../../platform/store/running-nodes.ts'
import { createVault, KEY_FILE, readOrCreateKeyFile } from '../../platform/store/vault.ts'
import { type ReencryptionCounts, reencrypt } from './reencrypt.ts'

/** The name of a new key file until everything is encrypted with it. */
const NEXT_KEY_FILE = `${KEY_FILE}.next`

/** The result, and the current path of the former key file, if there was one. */
export type RotationResult = ReencryptionCounts & { formerFile: string | undefined }

/**
 * Changes the key of an installation's encryption at rest: from `FORMER_SECRET_KEY`, or the key file, to
 * `SECRET_KEY`, or a new key file. Waits for a server that is ending, and tells. May be repeated after a crash at any point. Throws an error with instructions,
 * having changed nothing.
 */
export async function rotateKey(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'secretKey'>,
  formerSecretKey: string | undefined,
  tell: (message: string) => void = () => {},
): Promise<RotationResult> {
  const { dataDir, databaseUrl, secretKey } = config
  const [current, waiting] = [join(dataDir, KEY_FILE), join(dataDir, NEXT_KEY_FILE)]
  if (!databaseUrl && !existsSync(join(dataDir, 'switchyard.db'))) {
    throw new Error(`there is no database in ${dataDir}: set DATA_DIR or DATABASE_URL to the value of the server`)
  }
  if (!formerSecretKey && !existsSync(current)) {
    throw new Error(`there is no ${KEY_FILE} in ${dataDir}: set FORMER_SECRET_KEY to the SECRET_KEY used until now`)
  }
  const lock = await lockWhenEnded(dataDir, tell)
  try {
    const former = createVault(formerSecretKey ?? readOrCreateKeyFile(current))
    const next = createVault(secretKey ?? readOrCreateKeyFile(waiting))
    if (former.keyId === next.keyId) throw new Error('SECRET_KEY is the current key: set another one')
    const store = await openStore({ databaseUrl, dataDir })
    try {
      const nodes = await countRunningNodes(store)
      if (nodes > 0) throw new Error(`${nodes} node(s) use this database: stop them first`)
      const resealed = await reencrypt(store, { former, next })
      // The key file is replaced only when what was encrypted with the new one survives the death of the machine.
      await store.sync()
      const formerFile = existsSync(current)
        ? `${current}.${createVault(readOrCreateKeyFile(current)).keyId}`
        : undefined
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
