import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** Whether a content coding is known by its lower-case name. */
export const knowsCoding = (coding: string): boolean => Object.hasOwn(DECODERS, coding)

/** What decodes a content coding by its lower-case name; undefined = it is unknown. RFC 9110 §8.4.1, RFC 8878. */
export const decoderOf = (coding: string): Transform | undefined =>
  knowsCoding(coding) ? DECODERS[coding]?.() : undefined

/** The codings that a Content-Encoding header names, in the order in which they were applied. */
export const codingsIn = (header: string | undefined): string[] =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
