import { tokensUsed, type Usage } from '#contract/prices/price.ts'
import { objectOf, readNumber } from '../../../formats/dialects/json.ts'

/** Whisper is priced by the minute, which counts as 200 tokens of text: `default-prices.json`. */
const TOKENS_PER_MINUTE = 200
/** A day. Limits what a wrong number can cost. */
const MAX_SECONDS = 86_400

/**
 * Returns the usage of a transcript whose answer tells the seconds of its sound, in the usage or beside the text;
 * undefined = it tells none. https://platform.openai.com/docs/api-reference/audio/json-object
 */
export function usageOfSeconds(usage: unknown, duration: unknown): Usage | undefined {
  const seconds = readNumber(objectOf(usage).seconds) ?? readNumber(duration)
  if (seconds === undefined || !(seconds > 0)) return undefined
  const billed = Math.ceil(Math.min(seconds, MAX_SECONDS))
  return tokensUsed(0, Math.ceil((billed * TOKENS_PER_MINUTE) / 60))
}
