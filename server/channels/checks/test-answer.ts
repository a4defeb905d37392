import { NO_USAGE, type Usage } from '#contract/prices/price.ts'
import type { AnswerReader } from '../../calls/upstream/answers/answer-reader.ts'
import { embeddedFailure, failureInAnswer, readAnsweredFailure } from '../../calls/upstream/read-failure.ts'
import type { UpstreamFailure } from '../../calls/upstream/upstream-failure.ts'
import { detectShape } from '../../formats/body/detect-shape.ts'
import { Refused } from '../../formats/dialects/dialect.ts'
import { parseObject } from '../../formats/dialects/json.ts'
import { errorOfEvent } from '../../formats/dialects/openai-errors.ts'
import { usageOfEvent } from '../../formats/dialects/openai-stream.ts'
import { findUsage } from '../../formats/dialects/openai-usage.ts'

/** The upstream's answer to a test request. */
export type TestAnswer = { usage: Usage; streamed: boolean } | { failure: UpstreamFailure }

const OK = 200
/** A reasoning model that has spent the single token on thinking: it does work. */
const LIMIT_REACHED = /max_tokens or model output limit was reached/

/**
 * Reads a whole answer: an error, JSON, or an event stream. `reader`: absent = it is in OpenAI's format. `now`:
 * milliseconds since the epoch.
 */
export function readTestAnswer(
  { status, contentType, body, type }: { status: number; contentType: string; body: string; type?: number },
  reader: AnswerReader | undefined,
  now: number,
): TestAnswer {
  if (status < OK || status >= 300) return refused(readAnsweredFailure({ status, header: NO_HEADERS }, body, now))
  const isStream = contentType.startsWith('text/event-stream')
  const failure = isStream ? undefined : failureInAnswer(Buffer.from(body), now, type)
  if (failure) return refused(failure)
  try {
    const readBody = reader ? reader.whole(Buffer.from(body)).body : Buffer.from(body)
    const text = readBody.toString('utf8')
    return detectShape(readBody) === 'events' ? readStream(text, now, type) : readJson(text)
  } catch (error) {
    if (error instanceof Refused) return { failure: embeddedFailure(error.error, now, type) }
    return malformed(String(error))
  }
}

const NO_HEADERS = () => undefined

function refused(failure: UpstreamFailure): TestAnswer {
  if (LIMIT_REACHED.test(failure.error.message)) return { usage: { ...NO_USAGE }, streamed: false }
  return { failure }
}

function readJson(body: string): TestAnswer {
  const answer = parseObject(body)
  if (!answer) return malformed('the answer is not a JSON object')
  const usage = findUsage(answer)
  // Compatible servers omit the usage; calls through them are billed by an estimate.
  const isAnswer = [answer.choices, answer.data, answer.results].some((part) => Array.isArray(part) && part.length > 0)
  return usage || isAnswer ? { usage: usage ?? { ...NO_USAGE }, streamed: false } : malformed(NO_USAGE_TEXT)
}

/** This API family's text for a body that is no answer. */
export const NO_USAGE_TEXT = 'usage is nil'

function readStream(body: string, now: number, type: number | undefined): TestAnswer {
  const events = body.split(/\r?\n\r?\n/).filter((event) => /^data:/m.test(event))
  let usage: Usage | undefined
  for (const event of events) {
    const bytes = Buffer.from(event)
    const error = errorOfEvent(bytes)
    if (error) return { failure: embeddedFailure(error, now, type) }
    usage = usageOfEvent(bytes)?.usage ?? usage
  }
  const isAnswer = events.some((event) => event.includes('"choices"'))
  return isAnswer ? { usage: usage ?? { ...NO_USAGE }, streamed: true } : malformed('the stream holds no answer')
}

function malformed(message: string): TestAnswer {
  return {
    failure: { kind: 'malformed', status: 0, error: { message, type: 'upstream_error', param: null, code: null } },
  }
}
