import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Engine } from '../../platform/store/database.ts'
import { ByteQueue } from './byte-queue.ts'

/** What stands unencrypted, but authenticated, at the beginning of a backup. */
export interface BackupHeader {
  kind: Engine
  /** ISO 8601, UTC. */
  created: string
  /** The version of Switchyard that made the backup. */
  version: string
}

/** The work of deriving a key from a passphrase: https://www.rfc-editor.org/rfc/rfc7914 */
interface Scrypt {
  N: number
  r: number
  p: number
}

/** The parameters of the encryption. `check` tells a wrong passphrase from a damaged file. */
interface SealedHeader extends BackupHeader {
  salt: string
  scrypt: Scrypt
  check: string
}

/** First line of the file, with the version of the format. The header is the second line, as JSON. */
const FIRST_LINE = 'SWITCHYARD BACKUP 1\n'
const MAX_HEADER_BYTES = 4096
/** 128 MB and about half a second for each guess of a passphrase. */
export const SCRYPT: Scrypt = { N: 2 ** 17, r: 8, p: 1 }
/** A file of somebody else must not make this process take any amount of memory. */
const MAX_SCRYPT_BYTES = 1024 * 1024 * 1024
const CHUNK_BYTES = 1024 * 1024
const TAG_BYTES = 16
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES

/** The file is no backup, the secret is not the one it was made with, or bytes were changed or cut off. */
export class UnreadableBackup extends Error {
  override name = 'UnreadableBackup'
}

/**
 * Encrypts bytes: two lines of header, then chunks of 1 MB, each sealed with AES-256-GCM under its number, the header
 * and whether it is the last. So chunks cannot be changed, exchanged, left out or cut off without notice.
 */
export async function* seal(
  header: BackupHeader,
  secret: Buffer,
  source: AsyncIterable<Uint8Array>,
  cost = SCRYPT,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(32)
  const { key, check } = await deriveKey(secret, salt, cost)
  const sealed: SealedHeader = { ...header, salt: salt.toString('base64'), scrypt: cost, check }
  const head = Buffer.from(`${FIRST_LINE}${JSON.stringify(sealed)}\n`)
  yield head
  const pending = new ByteQueue()
  let number = 0
  for await (const part of source) {
    pending.push(part)
    while (pending.length > CHUNK_BYTES) yield sealChunk(key, head, number++, pending.take(CHUNK_BYTES), false)
  }
  yield sealChunk(key, head, number, pending.take(pending.length), true)
}

/** Opens a backup: reads the header and checks the secret. `read` decrypts the rest, and throws at the first wrong byte. */
export async function openSealed(
  path: string,
  secret: Buffer,
): Promise<{ header: BackupHeader; read(): AsyncGenerator<Buffer> }> {
  const { header, head } = await readHeader(path)
  const { kind, created, version, salt, scrypt, check } = header
  const derived = await deriveKey(secret, Buffer.from(salt, 'base64'), scrypt)
  if (derived.check !== check) {
    throw new UnreadableBackup('the passphrase or key file is not the one that this backup was made with')
  }
  return { header: { kind, created, version }, read: () => unseal(path, head, derived.key) }
}

async function* unseal(path: string, head: Buffer, key: Buffer): AsyncGenerator<Buffer> {
  const pending = new ByteQueue()
  let number = 0
  for await (const part of createReadStream(path, { start: head.length, highWaterMark: CHUNK_BYTES })) {
    pending.push(part as Buffer)
    while (pending.length > SEALED_BYTES) yield openChunk(key, head, number++, pending.take(SEALED_BYTES), false)
  }
  yield openChunk(key, head, number, pending.take(pending.length), true)
}

async function readHeader(path: string): Promise<{ header: SealedHeader; head: Buffer }> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER_BYTES), 0, MAX_HEADER_BYTES, 0)
    const bytes = buffer.subarray(0, bytesRead)
    const end = bytes.indexOf('\n', FIRST_LINE.length) + 1
    if (!bytes.toString('latin1').startsWith(FIRST_LINE) || end === 0) {
      throw new UnreadableBackup(`${path} is not a backup that this version can read`)
    }
    const header = JSON.parse(bytes.toString('utf8', FIRST_LINE.length, end)) as SealedHeader
    return { header, head: bytes.subarray(0, end) }
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnreadableBackup(`the header of ${path} is damaged`)
    throw error
  } finally {
    await file.close()
  }
}

const derive = promisify(scrypt) as (secret: Buffer, salt: Buffer, bytes: number, cost: object) => Promise<Buffer>

async function deriveKey(secret: Buffer, salt: Buffer, { N, r, p }: Scrypt) {
  const needed = 128 * N * r
  if (!(needed > 0 && needed <= MAX_SCRYPT_BYTES && p === 1)) throw new UnreadableBackup('the header is damaged')
  const master = await derive(secret, salt, 32, { N, r, p, maxmem: 2 * needed })
  const part = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', master, salt, purpose, bytes))
  return { key: part('chunks', 32), check: part('check', 8).toString('hex') }
}

/** Each file has a separate key, so a number is used once with it. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 0, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function sealChunk(key: Buffer, head: Buffer, number: number, bytes: Buffer, isLast: boolean): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast)).setAAD(head)
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function openChunk(key: Buffer, head: Buffer, number: number, bytes: Buffer, isLast: boolean): Buffer {
  const end = bytes.length - TAG_BYTES
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: TAG_BYTES })
    decipher.setAAD(head).setAuthTag(bytes.subarray(end))
    return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()])
  } catch {
    throw new UnreadableBackup(`the backup is damaged or cut off in its ${number + 1}. megabyte`)
  }
}
