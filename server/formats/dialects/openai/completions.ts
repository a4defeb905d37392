import type { JsonObject } from '../conversation.ts'
import { objectsOf, readNumber, textOf } from '../json.ts'
import { findUsage } from '../openai-usage.ts'

/**
 * Text completions, whose chunks look like whole answers:
 * https://platform.openai.com/docs/api-reference/completions
 */

/** Joins the chunks of a stream into a whole answer. */
export function joinCompletion(chunks: readonly JsonObject[]): JsonObject {
  const choices = new Map<number, JsonObject>()
  for (const choice of chunks.flatMap((chunk) => objectsOf(chunk.choices))) {
    const index = readNumber(choice.index) ?? 0
    const known = choices.get(index)
    const text = textOf(known?.text) + textOf(choice.text)
    const finish_reason = choice.finish_reason ?? known?.finish_reason ?? null
    choices.set(index, { ...known, ...choice, index, text, finish_reason })
  }
  const last = chunks.findLast((chunk) => findUsage(chunk) !== undefined)
  return { ...chunks[0], choices: [...choices.values()], ...(last ? { usage: last.usage } : {}) }
}

/** Writes a whole answer as a stream. `usageWanted`: the caller asked for usage, which is a separate chunk. */
export function streamCompletion({ usage, ...answer }: JsonObject, usageWanted: boolean): string {
  const chunks = usageWanted ? [answer, { ...answer, choices: [], usage }] : [answer]
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`
}
