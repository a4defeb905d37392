import type { Part, TextPart, Turn } from './conversation.ts'

/** Instructions that stand inside a conversation are turns of the role system. */

/**
 * Adds parts to the last turn if it has the same role, otherwise as a new turn. Results of tools go before instructions
 * that stand between them and their calls: vendors require results right after the calls.
 */
export function addTurn(turns: Turn[], role: Turn['role'], parts: Part[]): void {
  if (parts.length === 0) return
  const last = turns.at(-1)
  if (last?.role === role) last.parts.push(...parts)
  else if (last?.role === 'system' && parts.some(isResult)) {
    turns.pop()
    addTurn(turns, role, parts.filter(isResult))
    addTurn(turns, 'system', last.parts)
    addTurn(
      turns,
      role,
      parts.filter((part) => !isResult(part)),
    )
  } else turns.push({ role, parts })
}

/** Adds instructions: those before the first turn apply to the whole conversation, others from their place on. */
export function addInstructions(system: TextPart[], turns: Turn[], parts: readonly Part[]): void {
  const texts = parts.filter((part) => part.kind === 'text' && part.text.trim() !== '') as TextPart[]
  if (turns.length === 0) system.push(...texts)
  else addTurn(turns, 'system', texts)
}

const isResult = ({ kind }: Part) => kind === 'tool_result'

/** Tells a model that a text of the user's turn is an instruction. */
export const markInstruction = (text: string) => `<system>\n${text}\n</system>`

/**
 * Replaces instructions inside a conversation by marked texts of the user at the same place, for models that have no such
 * turns, so that the prompt before them stays the same. `isKept` tells by its index which turn stays.
 */
export function withMarkedInstructions(
  turns: readonly Turn[],
  isKept: (index: number) => boolean = () => false,
): Turn[] {
  if (!turns.some(({ role }) => role === 'system')) return [...turns]
  const written: Turn[] = []
  for (const [index, { role, parts }] of turns.entries()) {
    if (role !== 'system' || isKept(index)) addTurn(written, role, [...parts])
    else addTurn(written, 'user', parts.map(markedPart))
  }
  return written
}

const markedPart = (part: Part): Part => (part.kind === 'text' ? { ...part, text: markInstruction(part.text) } : part)
