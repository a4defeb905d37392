import type { Effort } from '../conversation.ts'

/** A parameter under its name in chat completions. */
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
  /** Matches the name in small letters, without a vendor's path in front. The first rule that matches counts. */
  models: RegExp
  /** Refused always. */
  refuses: readonly Parameter[]
  /** Refused while the model thinks. */
  refusesThinking?: readonly Parameter[]
  /** Of these only one may be given; the first stays. */
  exclusive?: readonly Parameter[]
  /** Whether it thinks; absent = unknown. */
  thinks?: 'never' | 'asked' | 'default' | 'always'
  /** The words for `reasoning_effort`, from little to much; empty = the parameter is refused; absent = unknown. */
  efforts?: readonly Effort[]
  /** `max_tokens` has this name. */
  limit?: 'max_completion_tokens'
  /** Chat completions take function tools only with this effort; `absent` = only without the parameter. */
  toolsWithEffort?: 'none' | 'absent'
  /** Thinking is switched by `thinking.type`, `enabled` or `disabled`. */
  thinkingSwitch?: true
  /** It gives one answer to a call. */
  oneAnswer?: true
  /** The day on which the sources said so. */
  checked: string
  sources: readonly string[]
}
