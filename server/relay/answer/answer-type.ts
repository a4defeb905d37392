/**
 * What an upstream may call an answer. Pages, XML, SVG and scripts are left out: a form on a foreign page can make a
 * browser show an answer under our address (the token may stand in it as `?key=`), where a script would have its session.
 */
const HARMLESS =
  /^(?:application\/(?:json|octet-stream|ogg|[\w.-]*subrip|[\w.-]+\+json|x-ndjson)|text\/(?:plain|vtt|srt)|audio\/[\w.+-]+|video\/[\w.+-]+|image\/(?!svg)[\w.-]+)(?: *;[ -+\--~]*)?$/i
const JSON_BEGINS = /^\s*[[{]/

/** The Content-Type of an answer that is handed on: that of its upstream, or one that no browser runs. */
export function answerType(type: string | undefined, body: Buffer): string {
  if (type !== undefined && HARMLESS.test(type)) return type
  return JSON_BEGINS.test(body.toString('latin1', 0, 100)) ? 'application/json' : 'application/octet-stream'
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?: *;|$)/i
/** Whether an upstream calls its answer JSON. */
export const isJsonType = (type: string | undefined): boolean => type !== undefined && JSON_TYPE.test(type)
