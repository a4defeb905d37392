import { isRecord } from '#contract/is-record.ts'
import type { ChatRequest, InlineMedia, JsonObject, Media, Part } from './conversation.ts'
import { Unwritable } from './dialect.ts'
import { mapChanged } from './json.ts'

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
  'image/jfif': 'image/jpeg',
  'image/x-jpeg': 'image/jpeg',
  'image/x-citrix-jpeg': 'image/jpeg',
  'image/x-citrix-png': 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
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

/** How contents begin in base64, for media whose type says nothing. */
const BEGINNINGS: readonly (readonly [start: RegExp, type: string])[] = [
  [/^iVBORw0KGgo/, 'image/png'],
  [/^\/9j\//, 'image/jpeg'],
  [/^R0lGOD/, 'image/gif'],
  [/^UklGR.{6}(?:.XRUJQ|XRUJQ|V0VCU|dFQl)/, 'image/webp'],
  [/^JVBERi0/, 'application/pdf'],
]

/** Types that say nothing. */
const VAGUE = /^[^/]*$|\*|^(?:application|binary)\/octet-stream$/

/**
 * Returns the registered name of a media type in lower case, without parameters. `data`: the content in base64, by which a type
 * that says nothing is found.
 */
export function mediaTypeOf(given: string, data = ''): string {
  const written =
    given
      .split(';', 1)[0]
      ?.replace(/["'\s]/g, '')
      .toLowerCase() ?? ''
  const type = SAME_TYPE[written] ?? written
  return (VAGUE.test(type) && BEGINNINGS.find(([start]) => start.test(data))?.[1]) || type
}

/** The head of a data URL: its type and its parameters. */
const DATA_URL = /^\s*data:([^;,]*)((?:;[^;,]*)*),/i

/** Reads a data URL; undefined = it is none. Throws URIError for a text with a wrong escape. */
export function readDataUrl(url: string): InlineMedia | undefined {
  const [head, type = '', parameters = ''] = DATA_URL.exec(url) ?? []
  if (head === undefined) return undefined
  const rest = url.slice(head.length)
  const isBase64 = /;\s*base64\s*(?:;|$)/i.test(parameters)
  const data = isBase64 ? withoutBlanks(rest) : Buffer.from(decodeURIComponent(rest)).toString('base64')
  return { mediaType: mediaTypeOf(type, data), data }
}

const withoutBlanks = (data: string) => (/\s/.test(data) ? data.replace(/\s+/g, '') : data)

/** Returns a data URL with the type as vendors write it; other texts as they are. */
export function plainDataUrl(url: string): string {
  const type = DATA_URL.exec(url)?.[1]
  if (type === undefined || type.startsWith('audio/')) return url
  const plain = mediaTypeOf(type, url.slice(url.indexOf(',') + 1, url.indexOf(',') + MAX_TYPE_LENGTH))
  return plain === type ? url : url.replace(type, plain)
}

export const toDataUrl = ({ mediaType, data }: InlineMedia) => `data:${mediaType};base64,${data}`

/** The fields of each format whose texts are, or begin with, a media type; longer values are none. */
const TYPE_FIELDS: Readonly<Partial<Record<string, readonly { name: Buffer; isUrl?: true }[]>>> = {
  anthropic: [{ name: Buffer.from('"media_type"') }],
  gemini: [{ name: Buffer.from('"mimeType"') }, { name: Buffer.from('"mime_type"') }],
  openai: [{ name: Buffer.from('"data:'), isUrl: true }],
  responses: [{ name: Buffer.from('"data:'), isUrl: true }],
}
const MAX_TYPE_LENGTH = 200

/** Whether a body of a format names a media type in other words than vendors do. */
export const hasOddMediaType = (format: string, bytes: Buffer): boolean =>
  TYPE_FIELDS[format]?.some(({ name, isUrl }) => {
    for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + name.length)) {
      const value = bytes.toString('latin1', at + name.length, at + name.length + MAX_TYPE_LENGTH)
      const type = (isUrl ? /^([^;,"]*)[;,]/ : /^\s*:\s*"([^"]*)"/).exec(value)?.[1]
      if (type && !type.startsWith('audio/') && mediaTypeOf(type) !== type) return true
    }
    return false
  }) ?? false

/** Throws Unwritable for a picture or a file of a type that the model refuses, so that another channel is tried. */
export function checkMediaTypes({ turns }: ChatRequest, taken: MediaTypes): void {
  for (const { parts } of turns) for (const part of parts) checkPart(part, taken)
}

function checkPart(part: Part, taken: MediaTypes): void {
  if (part.kind === 'tool_result') for (const inner of part.content) checkPart(inner, taken)
  if ((part.kind !== 'image' && part.kind !== 'file') || part.source.mediaType === undefined) return
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

/** Returns a message, or an item, with the types of the media in one of its lists as vendors write them. */
export function withPlainMedia(item: JsonObject, list: 'content' | 'output'): JsonObject {
  const given: unknown[] = Array.isArray(item[list]) ? item[list] : []
  const parts = mapChanged(given, (part) => (isRecord(part) ? withPlainUrls(part) : part))
  return parts === given ? item : { ...item, [list]: parts }
}

/** A part has its URL in a field, or in an object of that name. */
function withPlainUrls(part: JsonObject): JsonObject {
  for (const name of ['image_url', 'file_data', 'file', 'url']) {
    const value = part[name]
    const plain = typeof value === 'string' ? plainDataUrl(value) : isRecord(value) ? withPlainUrls(value) : value
    if (plain !== value) return { ...part, [name]: plain }
  }
  return part
}
