/**
 * Content types of upstreams that are passed on. HTML, XML, SVG and scripts are left out: a form on another site
 * can make a browser open an answer under this server's address (with a token as `?key=`), where a script would run
 * with the user's session.
 */
const SAFE_TYPES =
  /^(?:application\/(?:json|octet-stream|ogg|[\w.-]*subrip|[\w.-]+\+json|x-ndjson)|text\/(?:plain|vtt|srt)|audio\/[\w.+-]+|video\/[\w.+-]+|image\/(?!svg)[\w.-]+)(?: *;[ -+\--~]*)?$/i
const JSON_START = /^\s*[[{]/

/** Returns the Content-Type of an answer to the caller: the upstream's, or one that no browser executes. */
export function safeContentType(type: string | undefined, body: Buffer): string {
  if (type !== undefined && SAFE_TYPES.test(type)) return type
  return JSON_START.test(body.toString('latin1', 0, 100)) ? 'application/json' : 'application/octet-stream'
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?: *;|$)/i
/** Whether the upstream declares its answer as JSON. */
export const isJsonType = (type: string | undefined): boolean => type !== undefined && JSON_TYPE.test(type)
