import type { FinishReason } from './conversation.ts'
import { Refused } from './dialect.ts'
import { textOf } from './json.ts'

/**
 * What a vendor's word for the end of an answer means. `failed`: the answer is not one, whatever it holds.
 * `failed_if_empty`: the same if it holds nothing, else it has ended like others.
 */
export type Ending = FinishReason | 'failed' | 'failed_if_empty'

/** How a vendor words the end of an answer. Words that are in no table mean `stop`. */
export interface Endings {
  /** Words that say no more than the conversation's own. */
  plain: Readonly<Record<string, FinishReason>>
  /** Words that say more: the log row keeps them. */
  own: Readonly<Record<string, Ending>>
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
  const ending = plain ?? entry(endings.own, word) ?? 'stop'
  if (ending === 'failed' || (ending === 'failed_if_empty' && isEmpty)) throw failedWith(word)
  const said = ending === 'failed_if_empty' ? 'stop' : ending
  const finish = said === 'stop' && hasCalls ? 'tool_calls' : said
  return plain !== undefined || word === '' ? { finish } : { finish, vendorReason: word }
}

const entry = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined

/** The refusal that an answer is which ended with a word for a failure. */
export function failedWith(word: string): Refused {
  const message = `the answer ended with ${word}`
  return new Refused(UNAVAILABLE, { message, type: 'upstream_error', param: null, code: word })
}
