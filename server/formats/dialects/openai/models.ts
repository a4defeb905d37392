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
  /**
   * Instructions may stand inside the conversation. Mistral takes none after an answer, Qwen's template only one at the
   * beginning: https://github.com/mistralai/mistral-common, https://huggingface.co/Qwen/Qwen3.5-9B
   */
  takesSystemTurns: boolean
  /**
   * The model is one of Gemini's, which keep state in tool calls. `requiresSignatures`: it refuses calls without
   * state.
   */
  gemini: { requiresSignatures: boolean } | undefined
}

const INSTRUCTED_FIRST = new Set<string | undefined>(['mistral', 'alibaba', 'google'])

export const modelFacts = (model: string): ModelFacts => ({
  requiresReasoning: wantsReasoning(model),
  mistralIds: vendorOfModel(model) === 'mistral',
  takesSystemTurns: !INSTRUCTED_FIRST.has(vendorOfModel(model)),
  gemini: /gemini/i.test(model) ? geminiFacts(model) : undefined,
})

function wantsReasoning(model: string): ModelFacts['requiresReasoning'] {
  if (/deepseek-(?:v[4-9]|flash)/i.test(model)) return 'always'
  return /deepseek|kimi/i.test(model) || vendorOfModel(model) === 'moonshot' ? 'some' : 'no'
}

/** Whether OpenAI makes the model, wherever it is served. */
export const isOpenAIModel = (model: string) => /(?:^|\/)(?:gpt-|chatgpt-|o\d)/i.test(model) && !/gpt-oss/i.test(model)
