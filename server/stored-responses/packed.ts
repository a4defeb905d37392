import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Vault } from '../store/vault.ts'

/** JSON text, compressed: conversations shrink to a tenth. 400 KB take less than a millisecond. */
export const packed = (json: Buffer | string): Buffer => zstdCompressSync(json)

/** What is in the database of a packed text. */
export const sealedText = (pack: Buffer, vault: Vault): string => vault.encrypt(pack.toString('base64'))

/** The value of a packed text. */
export const unpacked = (pack: Buffer): unknown => JSON.parse(zstdDecompressSync(pack).toString('utf8'))

/** The packed text in the database. Throws when it was encrypted with another key. */
export const openedText = (sealed: string, vault: Vault): Buffer => Buffer.from(vault.decrypt(sealed), 'base64')
