import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { randomText } from '../../../platform/http/request-id.ts'

/** Uploaded databases lie in a folder of the data folder; a new one replaces the one before. */

const ID_LENGTH = 20
const ID = /^[A-Za-z0-9]{20}$/
const folderOf = (dataDir: string) => join(dataDir, 'import')

/** The path of an upload. Throws import_upload_missing where this node does not have it. */
export function uploadPath(dataDir: string, id: string): string {
  const path = join(folderOf(dataDir), `${id}.db`)
  if (!ID.test(id) || !existsSync(path)) throw new ApiError('import_upload_missing')
  return path
}

/** Adds a part to an upload, or begins one without an id. Throws import_upload_missing where parts are missing before it. */
export function addPart(
  dataDir: string,
  { id, offset, bytes }: { id: string | undefined; offset: number; bytes: Uint8Array },
): { id: string; bytes: number } {
  const known = id ?? beginUpload(dataDir)
  const path = id === undefined ? join(folderOf(dataDir), `${known}.db`) : uploadPath(dataDir, id)
  const size = existsSync(path) ? statSync(path).size : 0
  if (size !== offset) throw new ApiError('import_upload_missing')
  appendFileSync(path, bytes, { mode: 0o600 })
  return { id: known, bytes: size + bytes.length }
}

function beginUpload(dataDir: string): string {
  removeUploads(dataDir)
  mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 })
  return randomText(ID_LENGTH)
}

/** Removes what was uploaded: it holds keys and passwords of another program. */
export function removeUploads(dataDir: string): void {
  const folder = folderOf(dataDir)
  for (const name of existsSync(folder) ? readdirSync(folder) : []) rmSync(join(folder, name), { force: true })
}
