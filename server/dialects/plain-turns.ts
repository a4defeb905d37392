import type { ChatRequest, Part, ToolCallPart, ToolResultPart, Turn } from './conversation.ts'
import { Unwritable } from './dialect.ts'

/** Writing for formats that have little more than texts. */

export interface PlainTurn {
  role: Turn['role']
  text: string
}

/**
 * Turns as texts, for formats without tools or media: user and assistant take turns, the user begins and ends. Throws
 * Unwritable for what is no text.
 */
export function plainTurns(turns: readonly Turn[]): PlainTurn[] {
  const written = turns.map(({ role, parts }) => ({ role, text: textOf(parts) }))
  return framed(written.filter(({ text }) => text !== ''))
}

/** Neighbours of one role become one turn; the user begins and ends. Throws Unwritable when there is nothing. */
function framed(turns: PlainTurn[]): PlainTurn[] {
  const joined: PlainTurn[] = []
  for (const turn of turns) {
    const last = joined.at(-1)
    if (last?.role === turn.role) last.text += `\n${turn.text}`
    else joined.push({ ...turn })
  }
  if (joined.length === 0) throw new Unwritable('the conversation has no messages besides instructions')
  if (joined[0]?.role === 'assistant') joined.unshift({ role: 'user', text: OPENING })
  if (joined.at(-1)?.role === 'assistant') joined.push({ role: 'user', text: CONTINUE })
  return joined
}

/** What the user says where a format wants words that the conversation does not have. */
export const OPENING = '...'
export const CONTINUE = 'Continue.'
/** What the assistant says in between. */
export const AGREED = 'Okay'

/** The texts of parts; tool calls and results in words. Reasoning is left out. Throws Unwritable for media. */
export function textOf(parts: readonly Part[]): string {
  return parts
    .map(wordsOf)
    .filter((text) => text.trim() !== '')
    .join('\n')
}

function wordsOf(part: Part): string {
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

/** The arguments of a call as JSON text. */
export const argumentsOf = ({ arguments: text }: ToolCallPart) => text || '{}'

/** What a tool answered, as a text. Throws Unwritable for images. */
export const resultText = ({ content }: ToolResultPart) => textOf(content)

/** Instructions as one text, with the wish for JSON, which these formats have no setting for; "" = none. */
export function systemText({ system, format }: Pick<ChatRequest, 'system' | 'format'>): string {
  const texts = system.map(({ text }) => text)
  if (format?.kind === 'json') texts.push('Answer with a single JSON object and nothing else.')
  if (format?.kind === 'schema') {
    texts.push(`Answer with JSON that fits this JSON schema and nothing else: ${JSON.stringify(format.schema)}`)
  }
  return texts.filter((text) => text.trim() !== '').join('\n')
}

/** A number moved between bounds; absent stays absent. */
export const within = (value: number | undefined, least: number, most: number) =>
  value === undefined ? undefined : Math.min(Math.max(value, least), most)
