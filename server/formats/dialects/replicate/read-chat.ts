import { isRecord } from '#contract/is-record.ts'
import { tokensUsed } from '#contract/prices/price.ts'
import type { ChatAnswer, ChatEvent, JsonObject } from '../conversation.ts'
import { Refused, type StreamReader, Unreadable } from '../dialect.ts'
import { objectOf, parseObject, readTokenCount, textOf } from '../json.ts'

/** Reads the prediction of a language model that is over. Throws Refused or Unreadable. */
export function readChat(prediction: JsonObject): ChatAnswer {
  const { status, error, output, metrics } = prediction
  if (textOf(status) === '') throw new Unreadable('the answer is not a prediction')
  if (status !== 'succeeded') throw failed(messageIn(error) || `the prediction was ${textOf(status)}`)
  const text = outputText(output)
  return { choices: [{ parts: text ? [{ kind: 'text', text }] : [], finish: 'stop' }], usage: usageOf(metrics) }
}

const failed = (message: string) =>
  new Refused(500, { message, type: 'upstream_error', param: null, code: 'prediction_failed' })

/** The message of an error, which is a text or has one. */
export function messageIn(error: unknown): string {
  if (!isRecord(error)) return textOf(error)
  const { message, detail } = objectOf(error)
  return textOf(message) || textOf(detail)
}

/** Models answer with one text or with its pieces; others with an object, which is given as it is. */
function outputText(output: unknown): string {
  if (Array.isArray(output)) return output.map(outputText).join('')
  return isRecord(output) ? JSON.stringify(output) : textOf(output)
}

/** Only Replicate's own language models count tokens: https://replicate.com/docs/topics/predictions/metrics */
function usageOf(metrics: unknown): ChatAnswer['usage'] {
  const { input_token_count, output_token_count, token_input_count, token_output_count } = objectOf(metrics)
  const input = readTokenCount(input_token_count ?? token_input_count)
  const output = readTokenCount(output_token_count ?? token_output_count)
  return input + output > 0 ? tokensUsed(input, output) : undefined
}

/**
 * Reads the events of a prediction, with their names inside: https://replicate.com/docs/topics/predictions/streaming.
 * The last one, `prediction`, is added by the provider: it is the prediction itself, which alone counts tokens.
 */
export class ReplicateStreamReader implements StreamReader {
  /** The length of the text so far. */
  #length = 0
  #isFinished = false

  read(data: string): ChatEvent[] {
    const event = parseObject(data)
    if (!event) throw new Unreadable('an event is not a JSON object')
    switch (event.event) {
      case 'output':
        return this.#text(textOf(event.data))
      case 'failed':
        throw failed(messageIn(parseObject(textOf(event.data))) || textOf(event.data) || 'the prediction failed')
      case 'done':
        return this.#done(textOf(objectOf(parseObject(textOf(event.data))).reason))
      case 'prediction':
        return this.#last(readChat(objectOf(event.prediction)))
      default:
        return []
    }
  }

  #text(text: string): ChatEvent[] {
    if (!text) return []
    this.#length += text.length
    return [{ kind: 'text', choice: 0, text }]
  }

  #done(reason: string): ChatEvent[] {
    if (reason) throw failed(reason === 'canceled' ? 'the prediction was canceled' : 'the prediction failed')
    return this.#finish()
  }

  #finish(): ChatEvent[] {
    if (this.#isFinished) return []
    this.#isFinished = true
    return [{ kind: 'finish', choice: 0, reason: 'stop' }]
  }

  /** A stream that ends before its answer does is completed by the prediction, which has all of the text. */
  #last({ choices, usage }: ChatAnswer): ChatEvent[] {
    const [part] = choices[0]?.parts ?? []
    const rest = part?.kind === 'text' && !this.#isFinished ? part.text.slice(this.#length) : ''
    return [...this.#text(rest), ...(usage ? [{ kind: 'usage' as const, usage }] : []), ...this.#finish()]
  }
}
