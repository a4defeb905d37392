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

const MISTRAL = /^(?:open-)?(?:mistral|mixtral|ministral|magistral|codestral|devstral|pixtral)/

const INSTRUCTED_FIRST = /(?:mistral|mixtral|ministral|magistral|codestral|devstral|pixtral|qwen|qwq|gemini|gemma)/i

export const modelFacts = (model: string): ModelFacts => ({
  requiresReasoning: wantsReasoning(model),
  mistralIds: MISTRAL.test(model),
  takesSystemTurns: !INSTRUCTED_FIRST.test(model),
  gemini: /gemini/i.test(model) ? geminiFacts(model) : undefined,
})

function wantsReasoning(model: string): ModelFacts['requiresReasoning'] {
  if (/deepseek-(?:v[4-9]|flash)/i.test(model)) return 'always'
  return /deepseek|kimi/i.test(model) ? 'some' : 'no'
}

/** Whether OpenAI makes the model, wherever it is served. */
export const isOpenAIModel = (model: string) => /(?:^|\/)(?:gpt-|chatgpt-|o\d)/.test(model) && !/gpt-oss/.test(model)
