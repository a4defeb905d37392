import { type Answer, completionTokens } from './answer.ts'

/** The `usage` object of the chat and completion APIs. */
export function usageOf(answer: Answer) {
  const completion = completionTokens(answer)
  return {
    prompt_tokens: answer.promptTokens,
    completion_tokens: completion,
    total_tokens: answer.promptTokens + completion,
    prompt_tokens_details: { cached_tokens: answer.cachedTokens, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: answer.reasoningTokens,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  }
}
