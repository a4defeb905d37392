/** What Gemini's models accept, by their names: https://ai.google.dev/gemini-api/docs/models */
export interface ModelFacts {
  /** How they are told how much to think: not at all, as a number of tokens, or as a level. */
  thinking: 'none' | 'budget' | 'level'
  /** Bounds of the number; `least` above 0 = thinking cannot be switched off. */
  budget: { least: number; most: number }
  /** From little to much. */
  levels: readonly ThinkingLevel[]
  /** JSON schemas are taken as they are; older models know a part of OpenAPI's. */
  jsonSchemas: boolean
  /** An answer can be held to JSON while tools are offered. */
  jsonBesideTools: boolean
  /** Tool calls in the history must carry a signature. */
  wantsSignatures: boolean
  /** Instructions have a place of their own. */
  hasInstructions: boolean
  /** It answers with images, too. */
  drawsImages: boolean
}

export type ThinkingLevel = 'MINIMAL' | 'LOW' | 'MEDIUM' | 'HIGH'

const VERSION = /gemini-(\d+)(?:[.-](\d)(?!\d))?/
const NO_LEVELS: readonly ThinkingLevel[] = []

/** By a model's name; names without a version (`gemini-flash-latest`) count as current models. */
export function modelFacts(model: string): ModelFacts {
  const named = VERSION.exec(model)
  const isGemma = /gemma/.test(model)
  const isFirst = /gemini-(?:pro|ultra)(?:-vision)?$/.test(model)
  const version = named ? Number(named[1]) + Number(named[2] ?? 0) / 10 : isGemma || isFirst ? 1 : CURRENT
  const drawsImages = /image/.test(model)
  const isPro = /pro/.test(model)
  return {
    thinking: version < 2.5 || (drawsImages && version < 3) ? 'none' : version >= 3 && named ? 'level' : 'budget',
    budget: { least: isPro ? 128 : 0, most: isPro ? 32_768 : 24_576 },
    levels: version < 3 ? NO_LEVELS : levelsOf(version, isPro),
    jsonSchemas: version >= 2.5,
    jsonBesideTools: version >= 3,
    wantsSignatures: version >= 3,
    hasInstructions: !isGemma && version > 1 && !(drawsImages && version < 2.5),
    drawsImages,
  }
}

const CURRENT = 3

/** https://ai.google.dev/gemini-api/docs/thinking#thinking-levels */
function levelsOf(version: number, isPro: boolean): readonly ThinkingLevel[] {
  if (!isPro) return ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']
  return version >= 3.1 ? ['LOW', 'MEDIUM', 'HIGH'] : ['LOW', 'HIGH']
}
