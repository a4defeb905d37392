import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** Whether a content coding is supported, by its lower-case name. */
export const isKnownCoding = (coding: string): boolean => Object.hasOwn(DECODERS, coding)

/**
 * Returns the decoder of a content coding by its lower-case name; undefined = it is unknown. RFC 9110 §8.4.1, RFC
 * 8878.
 */
export const createDecoder = (coding: string): Transform | undefined =>
  isKnownCoding(coding) ? DECODERS[coding]?.() : undefined

/** Returns the codings in a Content-Encoding header, in the order in which they were applied. */
export const readCodings = (header: string | undefined): string[] =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
