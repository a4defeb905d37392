import type { FinishReason } from './conversation.ts'
import { Refused } from './dialect.ts'
import { textOf } from './json.ts'

/**
 * What a vendor's finish reason means. `failed`: the call failed, whatever the answer holds. `failed_if_empty`: the
 * call failed if the answer is empty, otherwise it ended normally.
 */
export type Ending = FinishReason | 'failed' | 'failed_if_empty'

/** A vendor's finish reasons. Reasons in no table have their meaning in `SHARED_REASONS`, or mean `stop`. */
export interface Endings {
  /** Reasons with an exact counterpart in the conversation model. */
  ordinary: Readonly<Record<string, FinishReason>>
  /** More specific reasons, which the log row keeps. */
  specific: Readonly<Record<string, Ending>>
}

/**
 * Finish reasons that several vendors use, in lower case. Reasons that a format's own tables lack are looked up
 * here, because servers that imitate a format often pass on the reason of the model behind them.
 */
export const SHARED_REASONS: Readonly<Record<string, Ending>> = {
  stop: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  complete: 'stop',
  completed: 'stop',
  eos: 'stop',
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  tool_calls: 'tool_calls',
  tool_call: 'tool_calls',
  tool_use: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
  content_filtered: 'content_filter',
  refusal: 'content_filter',
  safety: 'content_filter',
  sensitive: 'content_filter',
  error: 'failed',
}

/** How one choice ended, in an answer and in the last event of a stream. */
export interface Finish {
  finish: FinishReason
  vendorReason?: string
}

/** What the choice contains. */
interface ChoiceContent {
  hasCalls: boolean
  isEmpty: boolean
}

const UNAVAILABLE = 503

/**
 * Reads how a choice ended. A choice with tool calls ends with `tool_calls`, whatever the vendor says: OpenAI says
 * `stop` where a tool was forced, and Anthropic `end_turn` where its own tools made the calls. Throws Refused for a
 * failed answer, so that another channel is tried.
 */
export function readFinish(given: unknown, endings: Endings, { hasCalls, isEmpty }: ChoiceContent): Finish {
  const word = textOf(given)
  const plain = entry(endings.ordinary, word)
  const ending = toEnding(word, endings)
  if (ending === 'failed' || (ending === 'failed_if_empty' && isEmpty)) throw failedEnding(word)
  const effective = ending === 'failed_if_empty' ? 'stop' : ending
  const finish = effective === 'stop' && hasCalls ? 'tool_calls' : effective
  return plain !== undefined || word === '' ? { finish } : { finish, vendorReason: word }
}

/** Returns what a vendor's finish reason means. */
export const toEnding = (word: string, { ordinary: plain, specific: own }: Endings): Ending =>
  entry(plain, word) ?? entry(own, word) ?? entry(SHARED_REASONS, word.toLowerCase()) ?? 'stop'

const entry = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined

/** Creates the refusal for an answer whose finish reason reports a failure. */
export function failedEnding(word: string): Refused {
  const message = `the answer ended with ${word}`
  return new Refused(UNAVAILABLE, { message, type: 'upstream_error', param: null, code: word })
}
