import type { FinishReason } from './conversation.ts'
import { Refused } from './dialect.ts'
import { textOf } from './json.ts'

/**
 * What a vendor's word for the end of an answer means. `failed`: the answer is not one, whatever it holds.
 * `failed_if_empty`: the same if it holds nothing, else it has ended like others.
 */
export type Ending = FinishReason | 'failed' | 'failed_if_empty'

/** How a vendor words the end of an answer. Words that are in no table mean what they mean in `BORROWED`, or `stop`. */
export interface Endings {
  /** Words that say no more than the conversation's own. */
  plain: Readonly<Record<string, FinishReason>>
  /** Words that say more: the log row keeps them. */
  own: Readonly<Record<string, Ending>>
}

/**
 * Words that vendors borrow from each other, in small letters: what a format's own tables do not have is looked up here,
 * as servers that imitate a format often keep the words of the model behind them.
 */
export const BORROWED: Readonly<Record<string, Ending>> = {
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

/** How one choice ended, as an answer and its last event have it. */
export interface Finish {
  finish: FinishReason
  vendorReason?: string
}

/** What the choice holds. */
interface Held {
  hasCalls: boolean
  isEmpty: boolean
}

const UNAVAILABLE = 503

/**
 * Reads how a choice ended. A choice with tool calls ends with them, whatever its vendor says: OpenAI says `stop` where a
 * tool was forced, and Anthropic `end_turn` where its own tools made the calls. Throws Refused for an answer that failed,
 * so that another channel is tried.
 */
export function readFinish(given: unknown, endings: Endings, { hasCalls, isEmpty }: Held): Finish {
  const word = textOf(given)
  const plain = entry(endings.plain, word)
  const ending = endingOf(word, endings)
  if (ending === 'failed' || (ending === 'failed_if_empty' && isEmpty)) throw failedWith(word)
  const said = ending === 'failed_if_empty' ? 'stop' : ending
  const finish = said === 'stop' && hasCalls ? 'tool_calls' : said
  return plain !== undefined || word === '' ? { finish } : { finish, vendorReason: word }
}

/** What a word for the end of an answer means. */
export const endingOf = (word: string, { plain, own }: Endings): Ending =>
  entry(plain, word) ?? entry(own, word) ?? entry(BORROWED, word.toLowerCase()) ?? 'stop'

const entry = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined

/** The refusal that an answer is which ended with a word for a failure. */
export function failedWith(word: string): Refused {
  const message = `the answer ended with ${word}`
  return new Refused(UNAVAILABLE, { message, type: 'upstream_error', param: null, code: word })
}
