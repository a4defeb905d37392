import type { ChatRequest, Media, Part } from './conversation.ts'
import { Unwritable } from './dialect.ts'

/** The types of media that a model takes, as patterns of whole names. */
export interface MediaTypes {
  image: RegExp
  /** Texts are taken besides: they are written as texts. */
  file: RegExp
}

/** Other names of media types that clients send; vendors know one: https://www.iana.org/assignments/media-types */
const SAME_TYPE: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/jpe': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/apng': 'image/png',
  'image/x-webp': 'image/webp',
  'application/x-pdf': 'application/pdf',
  'text/pdf': 'application/pdf',
  'audio/mp3': 'audio/mpeg',
  'audio/x-mp3': 'audio/mpeg',
  'audio/x-mpeg': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/x-m4a': 'audio/mp4',
}

/** Returns the registered name of a media type in lower case, without parameters. */
export function mediaTypeOf(given: string): string {
  const type = given.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return SAME_TYPE[type] ?? type
}

/** Throws Unwritable for a picture or a file of a type that the model refuses, so that another channel is tried. */
export function checkMediaTypes({ turns }: ChatRequest, taken: MediaTypes): void {
  for (const { parts } of turns) for (const part of parts) checkPart(part, taken)
}

function checkPart(part: Part, taken: MediaTypes): void {
  if (part.kind === 'tool_result') for (const inner of part.content) checkPart(inner, taken)
  if ((part.kind !== 'image' && part.kind !== 'file') || 'url' in part.source) return
  const type = mediaTypeOf(part.source.mediaType)
  const isPicture = part.kind === 'image' || type.startsWith('image/')
  if (isPicture ? taken.image.test(type) : isTextType(type) || taken.file.test(type)) return
  throw new Unwritable(`this model does not take ${isPicture ? 'pictures' : 'files'} of the type ${type || 'unknown'}`)
}

const TEXT_TYPES = /^(?:text\/|application\/(?:.*\+)?(?:json|xml|yaml|x-yaml|javascript|toml|sql)$)/
const isTextType = (type: string) => TEXT_TYPES.test(type)

/** Returns the text of a file that is one; undefined = it is something else, or stands elsewhere. */
export function fileText(source: Media): string | undefined {
  if ('url' in source || !isTextType(source.mediaType.toLowerCase())) return undefined
  return Buffer.from(source.data, 'base64').toString('utf8')
}

/** Whether a file is a picture by its type. */
export const isPicture = (source: Media): boolean => 'data' in source && /^image\//i.test(source.mediaType)
