import type { Dialect, Envelope, StreamEvent } from './generate.ts'
import { usageOf } from './usage.ts'

/** POST /v1/completions, the older text API. Source: platform.openai.com/docs/api-reference/completions. */
export const completions: Dialect = {
  idPrefix: 'cmpl-',

  json(answer, { id, created, model, withUsage }) {
    const text = answer.pieces.join('')
    const choices = Array.from({ length: answer.choices }, (_, index) => {
      return { text, index, logprobs: null, finish_reason: answer.finish }
    })
    return { id, object: 'text_completion', created, model, choices, ...(withUsage && { usage: usageOf(answer) }) }
  },

  *events(answer, envelope) {
    const indexes = [...Array(answer.choices).keys()]
    for (const text of answer.pieces) {
      for (const index of indexes) yield { ...chunk(envelope, index, text), tokens: 1 }
    }
    for (const index of indexes) yield chunk(envelope, index, '', answer.finish)
    if (envelope.includeUsage) yield frame(envelope, [], usageOf(answer))
  },
}

function chunk(envelope: Envelope, index: number, text: string, finish: string | null = null): StreamEvent {
  return frame(envelope, [{ text, index, logprobs: null, finish_reason: finish }], null)
}

function frame({ id, created, model, includeUsage }: Envelope, choices: object[], usage: object | null): StreamEvent {
  const body = { id, object: 'text_completion', created, choices, model, ...(includeUsage && { usage }) }
  return { data: JSON.stringify(body), tokens: 0 }
}
