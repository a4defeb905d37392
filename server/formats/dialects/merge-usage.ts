import { completionTokens, promptTokens, type Usage } from '#contract/prices/price.ts'
import type { JsonObject } from './conversation.ts'
import { readTokenCount } from './json.ts'

/**
 * Merges a stream's later usage report into the earlier one. A later report replaces the earlier one, but a side
 * that it does not count (the input, the output, the tools) keeps its value, because some vendors report each side
 * once.
 */
export function mergeUsage(earlier: Usage | undefined, later: Usage): Usage {
  if (!earlier) return later
  const [tools, told] = [later.tools ?? earlier.tools, later.told ?? earlier.told]
  const usage: Usage = {
    ...later,
    ...(promptTokens(later) === 0 ? inputOf(earlier) : {}),
    ...(completionTokens(later) === 0 ? outputOf(earlier) : {}),
  }
  return { ...usage, ...(tools && { tools }), ...(told !== undefined && { told }) }
}

function inputOf({ input, cacheRead, cacheWrite5m, cacheWrite1h, audioInput, imageInput }: Usage) {
  return { input, cacheRead, cacheWrite5m, cacheWrite1h, audioInput, imageInput }
}

function outputOf({ output, reasoning, audioOutput, imageOutput }: Usage) {
  return { output, reasoning, audioOutput, imageOutput }
}

/** Returns the usage of an answer without output, such as embeddings: all counted tokens are input. */
export function asInputUsage(usage: Usage): Usage {
  const { output, audioOutput, imageOutput } = usage
  const input = usage.input + output
  const audioInput = usage.audioInput + audioOutput
  const imageInput = usage.imageInput + imageOutput
  return { ...usage, input, audioInput, imageInput, output: 0, reasoning: 0, audioOutput: 0, imageOutput: 0 }
}

/**
 * Does the same for raw counts of a vendor whose later reports leave fields out: a field that the later report
 * lacks, or a whole side that it reports as zero, keeps its value. `sides`: groups of fields that are counted
 * together.
 */
export function mergeCounts(earlier: JsonObject, later: JsonObject, sides: readonly (readonly string[])[]): JsonObject {
  const given = Object.entries(later).filter(([, value]) => value !== null && value !== undefined)
  const raw: JsonObject = { ...earlier, ...Object.fromEntries(given) }
  for (const side of Object.keys(earlier).length > 0 ? sides : []) {
    const isCounted = side.some((name) => later[name] && readTokenCount(later[name]) > 0)
    if (isCounted) continue
    for (const name of side) if (earlier[name] && readTokenCount(earlier[name]) > 0) raw[name] = earlier[name]
  }
  return raw
}
