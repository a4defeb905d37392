import type { InlineMedia } from '../conversation.ts'
import { isObject, objectOf, parseObject, textOf } from '../json.ts'

/** https://replicate.com/docs/topics/predictions/lifecycle */
const ENDS = new Set(['succeeded', 'failed', 'canceled', 'aborted'])
const ID = /^[\w-]{1,100}$/

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
  const { id, output, error, completed_at, created_at } = prediction
  if (!ENDS.has(status)) {
    return ID.test(textOf(id)) ? { pending: textOf(id) } : refusal(`the prediction is ${status} and has no id`)
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

function messageIn(error: unknown): string {
  if (!isObject(error)) return textOf(error)
  const { message, detail } = objectOf(error)
  return textOf(message) || textOf(detail)
}
