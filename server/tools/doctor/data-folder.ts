import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { KEY_FILE } from '../../platform/store/vault.ts'
import { findingsOf } from './finding.ts'
import type { Check, Patient } from './patient.ts'

const FEW_BYTES = { warning: 2_000_000_000, error: 200_000_000 }
const FEW_SHARE = 0.05
/** What group and others may do with a file. */
const OTHERS = 0o077

/** Free space of the disk that holds the data folder. */
export const diskCheck: Check<Patient> = {
  area: 'disk',
  async run({ config: { dataDir } }) {
    const { ok, warning, error } = findingsOf('disk')
    const { bavail, blocks, bsize } = await statfs(dataDir)
    const [free, share] = [bavail * bsize, bavail / blocks]
    const text = `${(free / 1e9).toFixed(1)} GB (${Math.round(share * 100)}%) free in ${dataDir}`
    const advice = 'free or add space; without space for the journal, calls are refused'
    if (free < FEW_BYTES.error) return [error(text, advice)]
    return [free < FEW_BYTES.warning || share < FEW_SHARE ? warning(text, advice) : ok(text)]
  },
}

/** Who may read the data folder and the key. */
export const filesCheck: Check<Patient> = {
  area: 'files',
  async run({ config: { dataDir, secretKey } }) {
    const { ok, warning, error } = findingsOf('files')
    const found = []
    const key = join(dataDir, KEY_FILE)
    const isOpen = (path: string) => process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0
    if (!secretKey && !existsSync(key)) {
      found.push(error(`there is no ${KEY_FILE}`, 'set SECRET_KEY to the value of the server, or put the file back'))
    }
    if (secretKey && existsSync(key)) {
      found.push(
        warning(`${KEY_FILE} exists, but SECRET_KEY is used`, `remove the file if nothing was encrypted with it`),
      )
    }
    if (existsSync(key) && isOpen(key)) found.push(error(`others can read ${key}`, `chmod 600 ${key}`))
    if (isOpen(dataDir)) found.push(warning(`others can enter ${dataDir}`, `chmod 700 ${dataDir}`))
    const owner = statSync(dataDir).uid
    if (process.getuid && owner !== process.getuid()) {
      found.push(
        warning(
          `${dataDir} belongs to user ${owner}, but this command runs as user ${process.getuid()}`,
          'run commands as the server’s user',
        ),
      )
    }
    return found.length > 0 ? found : [ok('only the owner can read the data folder and the key')]
  },
}
