/** What Gemini's models accept, by model name: https://ai.google.dev/gemini-api/docs/models */
export interface ModelFacts {
  /** How the amount of thinking is set: not at all, as a number of tokens, or as a level. */
  thinking: 'none' | 'budget' | 'level'
  /** Bounds of the budget; `least` above 0 = thinking cannot be switched off. */
  budget: { least: number; most: number }
  /** In ascending order. */
  levels: readonly ThinkingLevel[]
  /** The model accepts JSON schemas; older models accept a part of OpenAPI's schemas. */
  jsonSchemas: boolean
  /** The model supports JSON answers together with tools. */
  supportsJsonWithTools: boolean
  /** Tool calls in the history must carry a signature. */
  requiresSignatures: boolean
  /** The model supports system instructions. */
  supportsInstructions: boolean
  /** The model can also generate images. */
  generatesImages: boolean
}

export type ThinkingLevel = 'MINIMAL' | 'LOW' | 'MEDIUM' | 'HIGH'

const VERSION = /gemini-(\d+)(?:[.-](\d)(?!\d))?/
const NO_LEVELS: readonly ThinkingLevel[] = []

/** Looks up a model by its name. Names without a version (`gemini-flash-latest`) count as current models. */
export function modelFacts(name: string): ModelFacts {
  const model = name.toLowerCase()
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
    supportsJsonWithTools: version >= 3,
    requiresSignatures: version >= 3,
    supportsInstructions: !isGemma && version > 1 && !(drawsImages && version < 2.5),
    generatesImages: drawsImages,
  }
}

const CURRENT = 3

/** https://ai.google.dev/gemini-api/docs/thinking#thinking-levels */
function levelsOf(version: number, isPro: boolean): readonly ThinkingLevel[] {
  if (!isPro) return ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']
  return version >= 3.1 ? ['LOW', 'MEDIUM', 'HIGH'] : ['LOW', 'HIGH']
}
