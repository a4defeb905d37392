import { reframeJsonLines } from '../../../formats/providers/reframe-answer.ts'
import type { RelayResponse } from '../../../wire/http1/shared/response.ts'
import { toArrayStream } from '../../upstream/answers/json-array-stream.ts'
import type { UpstreamFailure } from '../../upstream/upstream-failure.ts'
import type { AnsweredAttempt } from '../attempt/attempt.ts'
import { readStreamHead, type StartedStream } from '../attempt/stream-head.ts'
import type { HeldCall } from '../call/held-call.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { noteStream } from './note-place.ts'
import { StreamDelivery } from './stream-delivery.ts'
import { deliverWholeAnswer } from './whole-answer.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const EVENT_STREAM = /^text\/event-stream/i
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
}

/**
 * Delivers an answer and charges it, or returns the failure after which another channel is tried. A model's answer
 * gets the shape that the caller requested, whatever the upstream sends; other answers are streams where the
 * upstream streams.
 */
export function deliverAnswer(
  held: HeldCall,
  attempt: AnsweredAttempt & { head?: StartedStream },
  deps: RelayDeps,
): Promise<RelayResponse | { failure: UpstreamFailure }> {
  const { isText, stream } = held.call
  const isStream = isText ? stream : EVENT_STREAM.test(attempt.answer.header('content-type') ?? '')
  return isStream ? deliverStream(held, attempt, deps) : deliverWholeAnswer(held, attempt, deps)
}

/** Waits for the first event of a stream, then delivers it. */
async function deliverStream(
  held: HeldCall,
  given: AnsweredAttempt & { head?: StartedStream },
  deps: RelayDeps,
): Promise<RelayResponse | { failure: UpstreamFailure }> {
  const attempt = given.head ? given : { ...given, answer: reframeJsonLines(given.answer) }
  const { call, run } = held
  const head = given.head ?? (await readStreamHead(call, attempt, deps.services.options.values.StreamCommitMs))
  if ('failure' in head) return head
  if ('json' in head) return deliverWholeAnswer(held, { ...attempt, answer: head.json }, deps)
  if (call.endpoint.format === 'responses') noteStream(run, attempt, head.bytes, deps)
  const body = new StreamDelivery(held, attempt, head, deps)
  if (call.endpoint.asArray)
    return { status: 200, headers: { ...HEADERS, 'content-type': JSON_TYPE }, body: toArrayStream(body) }
  return { status: 200, headers: { ...HEADERS }, body }
}
