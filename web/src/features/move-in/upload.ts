import { IMPORT_PART_BYTES, uploadImport } from '#contract/api/imports.ts'
import { callWithBytes } from '#web/lib/api.ts'

/** Uploads a file part by part and returns the id of the upload. Throws ApiError. */
export async function uploadFile(file: File, told: (share: number) => void): Promise<string> {
  let id = ''
  for (let offset = 0; offset < file.size || id === ''; ) {
    const part = file.slice(offset, offset + IMPORT_PART_BYTES)
    const query = id ? { id, offset: String(offset) } : {}
    const answer = await callWithBytes(uploadImport, { query }, part)
    id = answer.id
    offset = answer.bytes
    told(offset / file.size)
  }
  return id
}
