/** Creates the id of a tool call where the vendor gives none. It is unique if `callId` is. */
export const createToolCallId = (callId: string, index: number) => `call_${callId}_${index}`

/**
 * Replaces characters that Anthropic does not accept in the id of a tool call (`^[a-zA-Z0-9_-]+$`). Other vendors'
 * ids have dots and colons. https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview
 */
export const toAnthropicId = (id: string) => id.replace(/[^\w-]/g, '_') || '_'

/** Shortens an id to at most `most` characters. The same id always gives the same result. */
export function shortenId(id: string, most: number): string {
  if (id.length <= most) return id
  const hash = toMistralId(id)
  return `${id.slice(0, most - hash.length - 1)}_${hash}`
}

const NINE = /^[a-zA-Z0-9]{9}$/
const RADIX = 36
const PRIME = 16_777_619

/**
 * Converts the id of a tool call to what Mistral accepts: nine letters and digits. The same id always gives the
 * same result. https://docs.mistral.ai/capabilities/function_calling
 */
export function toMistralId(id: string): string {
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
