import { modelFacts as geminiFacts } from '../gemini/models.ts'

/** What models asked in OpenAI's format want of a conversation, by their names. */
export interface ModelFacts {
  /**
   * Turns with tool calls must carry what was thought in them: where there is anything, or always.
   * https://api-docs.deepseek.com/guides/thinking_mode, https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model
   */
  wantsReasoning: 'no' | 'some' | 'always'
  /** Ids of tool calls have nine letters and digits. */
  nineLetterIds: boolean
  /** It is one of Gemini's, which keep state in tool calls, and whether it refuses calls without. */
  gemini: { wantsSignatures: boolean } | undefined
}

const MISTRAL = /^(?:open-)?(?:mistral|mixtral|ministral|magistral|codestral|devstral|pixtral)/

export const modelFacts = (model: string): ModelFacts => ({
  wantsReasoning: wantsReasoning(model),
  nineLetterIds: MISTRAL.test(model),
  gemini: /gemini/i.test(model) ? geminiFacts(model) : undefined,
})

function wantsReasoning(model: string): ModelFacts['wantsReasoning'] {
  if (/deepseek-(?:v[4-9]|flash)/i.test(model)) return 'always'
  return /deepseek|kimi/i.test(model) ? 'some' : 'no'
}

/** Whether OpenAI makes the model, wherever it is served. */
export const isOpenAIModel = (model: string) => /(?:^|\/)(?:gpt-|chatgpt-|o\d)/.test(model) && !/gpt-oss/.test(model)
