/** Detects the media type of a file by its first bytes. */

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/** Signatures at the start of files, as latin1: https://en.wikipedia.org/wiki/List_of_file_signatures */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['%PDF-', 'application/pdf'],
  ['ID3', 'audio/mpeg'],
  ['fLaC', 'audio/flac'],
  ['OggS', 'audio/ogg'],
  ['\x1aE\xdf\xa3', 'video/webm'],
]
/** Types of files that begin with a length: their second word is `ftyp`, their third the type. */
const BRANDS: Readonly<Record<string, string>> = {
  heic: 'image/heic',
  heix: 'image/heic',
  hevc: 'image/heic',
  mif1: 'image/heif',
  msf1: 'image/heif',
  avif: 'image/avif',
  'M4A ': 'audio/mp4',
  'qt  ': 'video/quicktime',
}
/** Types inside RIFF and FORM files. */
const CHUNKED: Readonly<Record<string, string>> = {
  'RIFF-WEBP': 'image/webp',
  'RIFF-WAVE': 'audio/wav',
  'FORM-AIFF': 'audio/aiff',
  'FORM-AIFC': 'audio/aiff',
}

/**
 * Returns the media type of a file's bytes, whatever its server declares; undefined = not a type that models read.
 */
export function detectMediaType(bytes: Buffer): string | undefined {
  const start = text(bytes, 0, 16)
  const known = SIGNATURES.find(([beginning]) => start.startsWith(beginning))?.[1]
  if (known) return known
  const kind = text(bytes, 8, 12)
  if (text(bytes, 4, 8) === 'ftyp') return BRANDS[kind] ?? 'video/mp4'
  return CHUNKED[`${text(bytes, 0, 4)}-${kind}`] ?? frameType(bytes)
}

/** MP3 and AAC without a header are frames that begin with eleven or more ones. */
function frameType([first = 0, second = 0]: Buffer): string | undefined {
  if (first !== 0xff) return undefined
  if ((second & 0xf6) === 0xf0) return 'audio/aac'
  // MPEG audio layer III.
  return (second & 0xe6) === 0xe2 ? 'audio/mpeg' : undefined
}
