import { vendorOfModel } from '#contract/vendor-of-model.ts'
import { modelFacts as geminiFacts } from '../gemini/models.ts'

/** Requirements of models with OpenAI's format on a conversation, by model name. */
export interface ModelFacts {
  /**
   * Whether turns with tool calls must include their reasoning: never, only if there is some, or always.
   * https://api-docs.deepseek.com/guides/thinking_mode,
   * https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model
   */
  requiresReasoning: 'no' | 'some' | 'always'
  /** Ids of tool calls must have nine letters and digits. */
  mistralIds: boolean
  /** The most characters of such an id; others refuse no length, and may keep state in it. */
  maxIdLength: number
  /**
   * Instructions may stand inside the conversation. Mistral takes none after an answer, Qwen's template only one at the
   * beginning: https://github.com/mistralai/mistral-common, https://huggingface.co/Qwen/Qwen3.5-9B
   */
  takesSystemTurns: boolean
  /** The role `developer` is known; elsewhere it is an unknown one: https://docs.mistral.ai/api, https://api-docs.deepseek.com/api */
  takesDeveloper: boolean
  /**
   * The model is one of Gemini's, which keep state in tool calls. `requiresSignatures`: it refuses calls without
   * state.
   */
  gemini: { requiresSignatures: boolean } | undefined
}

const INSTRUCTED_FIRST = new Set<string | undefined>(['mistral', 'alibaba', 'google'])

const WITH_DEVELOPER = new Set(['openai', 'xai'])

/** The limit was 40 until 2026: https://github.com/vercel/ai/pull/17233 */
const MAX_ID_LENGTH = 64

const MAX_KNOWN = 2000
const known = new Map<string, ModelFacts>()

export function modelFacts(model: string): ModelFacts {
  const found = known.get(model)
  if (found) return found
  const vendor = vendorOfModel(model)
  const facts: ModelFacts = {
    requiresReasoning: wantsReasoning(model),
    mistralIds: vendor === 'mistral',
    maxIdLength: vendor === 'openai' ? MAX_ID_LENGTH : Number.POSITIVE_INFINITY,
    takesSystemTurns: !INSTRUCTED_FIRST.has(vendor),
    takesDeveloper: vendor === undefined || WITH_DEVELOPER.has(vendor),
    gemini: /gemini/i.test(model) ? geminiFacts(model) : undefined,
  }
  // Callers make up names.
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(model, facts)
  return facts
}

function wantsReasoning(model: string): ModelFacts['requiresReasoning'] {
  if (/deepseek-(?:v[4-9]|flash)/i.test(model)) return 'always'
  return /deepseek|kimi/i.test(model) || vendorOfModel(model) === 'moonshot' ? 'some' : 'no'
}

/** https://platform.openai.com/docs/guides/latest-model#verbosity */
export const takesVerbosity = (model: string) => /(?:^|\/)gpt-(?:[5-9]|\d\d)(?!.*-chat)/i.test(model)

/** Whether OpenAI makes the model, wherever it is served. */
export const isOpenAIModel = (model: string) => /(?:^|\/)(?:gpt-|chatgpt-|o\d)/i.test(model) && !/gpt-oss/i.test(model)
