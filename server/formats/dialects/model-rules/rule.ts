import type { Effort } from '../conversation.ts'

/** A parameter, by its name in chat completions. */
export type Parameter =
  | 'temperature'
  | 'top_p'
  | 'top_k'
  | 'presence_penalty'
  | 'frequency_penalty'
  | 'stop'
  | 'logprobs'
  | 'top_logprobs'
  | 'logit_bias'
  | 'parallel_tool_calls'

/** What a family of models accepts. */
export interface ModelRule {
  family: string
  /** Matches the name in lower case, without a vendor prefix. The first matching rule applies. */
  models: RegExp
  /** The model always refuses these. */
  refuses: readonly Parameter[]
  /** The model refuses these while it thinks. */
  refusesThinking?: readonly Parameter[]
  /** Only one of these may be given; the first is kept. */
  exclusive?: readonly Parameter[]
  /** When the model thinks; absent = unknown. */
  thinks?: 'never' | 'asked' | 'default' | 'always'
  /** The values of `reasoning_effort`, in ascending order; empty = the parameter is refused; absent = unknown. */
  efforts?: readonly Effort[]
  /** The model's name for `max_tokens`. */
  limit?: 'max_completion_tokens'
  /** Chat completions accept function tools only with this effort; `absent` = only without the parameter. */
  toolsWithEffort?: 'none' | 'absent'
  /** `thinking.type` switches thinking: `enabled` or `disabled`. */
  thinkingSwitch?: true
  /** The model gives only one answer per call. */
  oneAnswer?: true
  /** The date on which the sources were checked. */
  checked: string
  sources: readonly string[]
}
