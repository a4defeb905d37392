import type { JsonObject } from '../conversation.ts'
import { numberIn, objectsOf, textOf } from '../json.ts'
import { usageIn } from '../openai-usage.ts'

/** Completions of texts, whose chunks look like whole answers: https://platform.openai.com/docs/api-reference/completions */

/** Joins the chunks of a stream to the answer that they are parts of. */
export function joinCompletion(chunks: readonly JsonObject[]): JsonObject {
  const choices = new Map<number, JsonObject>()
  for (const choice of chunks.flatMap((chunk) => objectsOf(chunk.choices))) {
    const index = numberIn(choice.index) ?? 0
    const known = choices.get(index)
    const text = textOf(known?.text) + textOf(choice.text)
    const finish_reason = choice.finish_reason ?? known?.finish_reason ?? null
    choices.set(index, { ...known, ...choice, index, text, finish_reason })
  }
  const last = chunks.findLast((chunk) => usageIn(chunk) !== undefined)
  return { ...chunks[0], choices: [...choices.values()], ...(last ? { usage: last.usage } : {}) }
}

/** Writes a whole answer as a stream. `usageWanted`: its caller wants the usage, which is a chunk of its own. */
export function streamCompletion({ usage, ...answer }: JsonObject, usageWanted: boolean): string {
  const chunks = usageWanted ? [answer, { ...answer, choices: [], usage }] : [answer]
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`
}
