/** The id of a tool call where the vendor has none: unique as its call is. */
export const toolCallId = (callId: string, index: number) => `call_${callId}_${index}`

/**
 * The id of a tool call in the letters that Anthropic takes (`^[a-zA-Z0-9_-]+$`): other vendors' have dots and colons.
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview
 */
export const plainId = (id: string) => id.replace(/[^\w-]/g, '_') || '_'

/** The arguments of a tool call as JSON text, whatever the model wrote: an object stays, anything else is wrapped. */
export function jsonArguments(value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '') return '{}'
  try {
    JSON.parse(text)
    return text
  } catch {
    return JSON.stringify({ input: text })
  }
}
