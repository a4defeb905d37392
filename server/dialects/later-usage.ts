import { completionTokens, promptTokens, type Usage } from '#contract/price.ts'
import type { JsonObject } from './conversation.ts'
import { countOf } from './json.ts'

/**
 * Returns the usage of a stream after it reported again. A later report replaces an earlier one, but a side that it does
 * not count (the input, the output, the tools) stays as it was: some vendors report each side once.
 */
export function laterUsage(earlier: Usage | undefined, later: Usage): Usage {
  if (!earlier) return later
  const tools = later.tools ?? earlier.tools
  const usage: Usage = {
    ...later,
    ...(promptTokens(later) === 0 ? inputOf(earlier) : {}),
    ...(completionTokens(later) === 0 ? outputOf(earlier) : {}),
  }
  return tools ? { ...usage, tools } : usage
}

function inputOf({ input, cacheRead, cacheWrite5m, cacheWrite1h, audioInput, imageInput }: Usage) {
  return { input, cacheRead, cacheWrite5m, cacheWrite1h, audioInput, imageInput }
}

function outputOf({ output, reasoning, audioOutput, imageOutput }: Usage) {
  return { output, reasoning, audioOutput, imageOutput }
}

/** Returns the usage of an answer that has no output, such as embeddings: all that was counted is input. */
export function withoutOutput(usage: Usage): Usage {
  const { output, audioOutput, imageOutput } = usage
  const input = usage.input + output
  const audioInput = usage.audioInput + audioOutput
  const imageInput = usage.imageInput + imageOutput
  return { ...usage, input, audioInput, imageInput, output: 0, reasoning: 0, audioOutput: 0, imageOutput: 0 }
}

/**
 * The same for the counts of a vendor whose reports in a stream leave fields out: what a later one does not name, or names
 * as zero on a whole side, stays. `sides`: names of fields that are counted together.
 */
export function laterCounts(earlier: JsonObject, later: JsonObject, sides: readonly (readonly string[])[]): JsonObject {
  const given = Object.entries(later).filter(([, value]) => value !== null && value !== undefined)
  const raw: JsonObject = { ...earlier, ...Object.fromEntries(given) }
  for (const side of sides) {
    const isCounted = side.some((name) => countOf(later[name]) > 0)
    if (isCounted) continue
    for (const name of side) if (countOf(earlier[name]) > 0) raw[name] = earlier[name]
  }
  return raw
}
