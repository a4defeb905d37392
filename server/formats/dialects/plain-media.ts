import { isRecord } from '#contract/is-record.ts'
import type { JsonObject } from './conversation.ts'
import { mapChanged } from './json.ts'
import { plainDataUrl } from './media-types.ts'

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
