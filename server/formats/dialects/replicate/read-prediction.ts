import type { InlineMedia, JsonObject } from '../conversation.ts'
import { parseObject, textOf } from '../json.ts'
import { messageIn } from './read-chat.ts'

/** https://replicate.com/docs/topics/predictions/lifecycle */
const ENDS = new Set(['succeeded', 'failed', 'canceled', 'aborted'])
/** Whether the work of a prediction is over. */
export const isOver = (status: unknown): boolean => ENDS.has(textOf(status))
const ID = /^[\w-]{1,100}$/

/** Returns the id of a prediction; undefined = it has none that an address can hold. */
export const idOf = ({ id }: JsonObject): string | undefined => (ID.test(textOf(id)) ? textOf(id) : undefined)

type State =
  | { pending: string }
  | { done: string }
  | { files: string[]; write(contents: ReadonlyMap<string, InlineMedia>): string }

/**
 * Reads a prediction: its id while it goes on, or else the answer to an image request in OpenAI's form, with the
 * addresses of its pictures or with the pictures themselves. A prediction without pictures becomes an error.
 */
export function readPrediction(text: string, isInline: boolean): State {
  const prediction = parseObject(text)
  const status = textOf(prediction?.status)
  if (!prediction || !status) return { done: text }
  const { output, error, completed_at, created_at } = prediction
  if (!isOver(status)) {
    const named = idOf(prediction)
    return named ? { pending: named } : refusal(`the prediction is ${status} and has no id`)
  }
  if (status !== 'succeeded') return refusal(messageIn(error) || `the prediction was ${status}`)
  const urls = (Array.isArray(output) ? output : [output]).filter((one) => textOf(one) !== '')
  if (urls.length === 0) return refusal('the prediction has no pictures')
  const created = Math.floor(Date.parse(textOf(completed_at) || textOf(created_at)) / 1000) || 0
  const write = (contents: ReadonlyMap<string, InlineMedia>) =>
    JSON.stringify({ created, data: urls.map((url) => ({ b64_json: contents.get(url)?.data })) })
  return isInline ? { files: urls, write } : { done: JSON.stringify({ created, data: urls.map((url) => ({ url })) }) }
}

const refusal = (message: string) => ({
  done: JSON.stringify({ error: { message, type: 'upstream_error', param: null, code: 'prediction_failed' } }),
})
