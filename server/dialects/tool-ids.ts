/** The id of a tool call where the vendor has none: unique as its call is. */
export const toolCallId = (callId: string, index: number) => `call_${callId}_${index}`

/**
 * The id of a tool call in the letters that Anthropic takes (`^[a-zA-Z0-9_-]+$`): other vendors' have dots and colons.
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview
 */
export const plainId = (id: string) => id.replace(/[^\w-]/g, '_') || '_'

/** An id that is no longer than `most` characters. Of a longer one the same id always makes the same. */
export function shortId(id: string, most: number): string {
  if (id.length <= most) return id
  const hash = nineLetters(id)
  return `${id.slice(0, most - hash.length - 1)}_${hash}`
}

const NINE = /^[a-zA-Z0-9]{9}$/
const RADIX = 36
const PRIME = 16_777_619

/**
 * The id of a tool call as Mistral takes it: nine letters and digits. Of another the same id always makes the same.
 * https://docs.mistral.ai/capabilities/function_calling
 */
export function nineLetters(id: string): string {
  if (NINE.test(id)) return id
  let one = 0
  let other = PRIME
  for (let at = 0; at < id.length; at++) {
    one = Math.imul(one ^ id.charCodeAt(at), PRIME)
    other = Math.imul(other + id.charCodeAt(at), PRIME) ^ (other >>> 13)
  }
  return [one, other]
    .map((hash) => (hash >>> 0).toString(RADIX).padStart(7, '0'))
    .join('')
    .slice(-9)
}
