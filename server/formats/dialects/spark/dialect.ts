import { collectAnswer } from '../collect.ts'
import type { UpstreamDialect } from '../dialect.ts'
import { SparkStreamReader } from './read-stream.ts'
import { writeRequest } from './write-request.ts'

/**
 * iFlytek's Spark over a WebSocket: each frame is an event. The API only streams; a whole answer is a single frame.
 */
export const spark: UpstreamDialect = {
  unsupportedSettings: [
    'topP',
    'stop',
    'seed',
    'presencePenalty',
    'frequencyPenalty',
    'candidates',
    'reasoning',
    'toolChoice',
    'parallelToolCalls',
  ],
  writeRequest,
  readAnswer: (frame, callId = '') => collectAnswer(new SparkStreamReader(callId).read(JSON.stringify(frame))),
  streamReader: (callId = '') => new SparkStreamReader(callId),
}
