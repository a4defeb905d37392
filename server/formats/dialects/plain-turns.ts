import type { ChatRequest, Part, ToolCallPart, ToolResultPart, Turn } from './conversation.ts'
import { Unwritable } from './dialect.ts'
import { withMarkedInstructions } from './system-turns.ts'

/** Writes conversations for formats that support little more than text. */

export interface PlainTurn {
  role: 'user' | 'assistant'
  text: string
}

/**
 * Converts turns to texts, for formats without tools or media. User and assistant alternate, and the user begins
 * and ends. Throws Unwritable for anything that is not text.
 */
export function plainTurns(turns: readonly Turn[]): PlainTurn[] {
  const written = withMarkedInstructions(turns).map(({ role, parts }) => ({
    role: role === 'assistant' ? role : ('user' as const),
    text: toPlainText(parts),
  }))
  return alternateRoles(written.filter(({ text }) => text !== ''))
}

/** Merges adjacent turns of one role, and makes the user begin and end. Throws Unwritable if there are no turns. */
function alternateRoles(turns: PlainTurn[]): PlainTurn[] {
  const joined: PlainTurn[] = []
  for (const turn of turns) {
    const last = joined.at(-1)
    if (last?.role === turn.role) last.text += `\n${turn.text}`
    else joined.push({ ...turn })
  }
  if (joined.length === 0) throw new Unwritable('the conversation has no messages besides instructions')
  if (joined[0]?.role === 'assistant') joined.unshift({ role: 'user', text: USER_OPENING })
  if (joined.at(-1)?.role === 'assistant') joined.push({ role: 'user', text: USER_CONTINUE })
  return joined
}

/** Filler for a user turn that the format requires and the conversation lacks. */
export const USER_OPENING = '...'
export const USER_CONTINUE = 'Continue.'
/** Filler for an assistant turn between two user turns. */
export const ASSISTANT_FILLER = 'Okay'

/**
 * Returns the parts as text, with tool calls and results in words. Reasoning is left out. Throws Unwritable for
 * media.
 */
export function toPlainText(parts: readonly Part[]): string {
  return parts
    .map(partText)
    .filter((text) => text.trim() !== '')
    .join('\n')
}

function partText(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'reasoning':
      return ''
    case 'tool_call':
      return `[Called the tool ${part.name} with ${argumentsOf(part)}]`
    case 'tool_result':
      return `[The tool ${part.name ?? part.id} answered: ${resultText(part)}]`
    case 'file':
      if ('data' in part.source && part.source.mediaType.startsWith('text/')) {
        return Buffer.from(part.source.data, 'base64').toString('utf8')
      }
      throw new Unwritable('this model does not take files')
    case 'image':
    case 'audio':
      throw new Unwritable(`this model does not take ${part.kind === 'image' ? 'images' : 'audio'}`)
  }
}

/** Returns the arguments of a call as JSON text. */
export const argumentsOf = ({ arguments: text }: ToolCallPart) => text || '{}'

/** Returns a tool result as text. Throws Unwritable for images. */
export const resultText = ({ content }: ToolResultPart) => toPlainText(content)

/**
 * Returns the instructions as one text, including the request for JSON, for which these formats have no setting; ""
 * = none.
 */
export function systemText({ system, format }: Pick<ChatRequest, 'system' | 'format'>): string {
  const texts = system.map(({ text }) => text)
  if (format?.kind === 'json') texts.push('Answer with a single JSON object and nothing else.')
  if (format?.kind === 'schema') {
    texts.push(`Answer with JSON that fits this JSON schema and nothing else: ${JSON.stringify(format.schema)}`)
  }
  return texts.filter((text) => text.trim() !== '').join('\n')
}

/** Clamps a number to bounds; undefined stays undefined. */
export const clamp = (value: number | undefined, least: number, most: number) =>
  value === undefined ? undefined : Math.min(Math.max(value, least), most)
