import { reframeJsonLines } from '../../../formats/providers/reframe-answer.ts'
import type { Hold } from '../../../money/accounting/hold.ts'
import type { RelayResponse } from '../../../wire/http1/shared/response.ts'
import { toArrayStream } from '../../upstream/answers/json-array-stream.ts'
import type { UpstreamFailure } from '../../upstream/upstream-failure.ts'
import type { AnsweredAttempt } from '../attempt/attempt.ts'
import { readStreamHead, type StartedStream } from '../attempt/stream-head.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { Progress } from '../read/progress.ts'
import { noteStream } from './note-place.ts'
import { StreamDelivery } from './stream-answer.ts'
import { deliverWholeAnswer } from './whole-answer.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
}

/**
 * Waits for the first event of a stream, then delivers it, or returns the failure after which another channel is
 * tried.
 */
export async function deliverStreamAnswer(
  progress: Progress,
  given: AnsweredAttempt & { head?: StartedStream },
  hold: Hold,
  deps: RelayDeps,
): Promise<RelayResponse | { failure: UpstreamFailure }> {
  const attempt = given.head ? given : { ...given, answer: reframeJsonLines(given.answer) }
  const { call } = progress
  const head = given.head ?? (await readStreamHead(call, attempt, deps.services.options.values.StreamCommitMs))
  if ('failure' in head) return head
  if ('json' in head) return deliverWholeAnswer(progress, { ...attempt, answer: head.json }, hold, deps)
  noteStream(progress, attempt, head.bytes, deps)
  const body = new StreamDelivery(progress, attempt, hold, deps, head)
  if (call.endpoint.asArray)
    return { status: 200, headers: { ...HEADERS, 'content-type': JSON_TYPE }, body: toArrayStream(body) }
  return { status: 200, headers: { ...HEADERS }, body }
}
