import { expect, test } from 'bun:test'
import { detectMediaType } from './media-type.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['image/gif', 'GIF89a\x01\0'],
  ['image/webp', 'RIFF\x24\0\0\0WEBPVP8 '],
  ['image/heic', '\0\0\0\x18ftypheic\0\0'],
  ['image/heif', '\0\0\0\x18ftypmif1\0\0'],
  ['image/avif', '\0\0\0\x18ftypavif\0\0'],
  ['application/pdf', '%PDF-1.7\n'],
  ['audio/wav', 'RIFF\x24\0\0\0WAVEfmt '],
  ['audio/mpeg', 'ID3\x04\0'],
  ['audio/mpeg', '\xff\xfb\x90\x64'],
  ['audio/aac', '\xff\xf1\x50\x80'],
  ['audio/flac', 'fLaC\0'],
  ['audio/ogg', 'OggS\0'],
  ['audio/aiff', 'FORM\0\0\0\0AIFFCOMM'],
  ['audio/mp4', '\0\0\0\x18ftypM4A \0\0'],
  ['video/mp4', '\0\0\0\x18ftypisom\0\0'],
  ['video/webm', '\x1aE\xdf\xa3\0'],
])('%s: %j', (type, start) => expect(detectMediaType(bytes(start))).toBe(type))

test.each(['', '<html>', '{"a":1}', '<svg xmlns=', 'RIFF', 'RIFF\0\0\0\0AVI ', 'MZ\x90', '\xff\xff', '\xff\xfeu\0'])(
  '%j is nothing that models read',
  (start) => expect(detectMediaType(bytes(start))).toBeUndefined(),
)
