import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads this node's lasting id, or creates it. It names a journal and leases, so it must survive restarts. */
export function readNodeId(dataDir: string): string {
  const path = join(dataDir, 'node.id')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  mkdirSync(dataDir, { recursive: true })
  const id = randomBytes(6).toString('hex')
  writeFileSync(path, `${id}\n`, { flag: 'wx' })
  return id
}
