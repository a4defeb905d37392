import type { AnswerReader } from '../../calls/upstream/answers/answer-reader.ts'
import { type Following, sendAndFollow } from '../../formats/following/follow-exchange.ts'
import type { Provider } from '../../formats/providers/provider.ts'
import { readErrorText, sendUpstream } from '../../wire/egress/upstream.ts'
import type { UpstreamRequest } from '../../wire/http1/client/upstream-answer.ts'
import { readTestAnswer, type TestAnswer } from './test-answer.ts'

/** How to read the answers of an upstream with another format than OpenAI's. */
export interface AnswerFormat {
  /** The channel's type, which tells what its codes mean. */
  type: number
  reader: AnswerReader | undefined
  reframe: Provider['reframe']
  /** The request is for a stream. */
  stream: boolean
  /** How the work behind the answer is followed; absent = the answer is complete. */
  following?: Following | undefined
}

/** Tests ask for texts. */
const noFiles = () => Promise.reject(new Error('a test fetches no files'))
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

/** Sends a test request and reads the whole answer, until the timeout or until `signal` fires. Never throws. */
export async function sendTestRequest(
  request: UpstreamRequest,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  { type, reader, reframe, stream, following }: AnswerFormat,
): Promise<{ status: number; answer: TestAnswer }> {
  const sent = following ? sendAndFollow(request, following, noFiles) : sendUpstream(request)
  const timeout = AbortSignal.timeout(timeoutMs)
  const end = signal ? AbortSignal.any([signal, timeout]) : timeout
  const cancel = () => sent.cancel('the test was given up')
  end.addEventListener('abort', cancel)
  if (end.aborted) cancel()
  try {
    const raw = await sent.answer
    const reply = reframe ? reframe(raw, { stream }) : raw
    const body = await readErrorText(reply, MAX_ANSWER_BYTES)
    if (timeout.aborted) return { status: reply.status, answer: failed('timeout', 'timeout') }
    // The rest of a longer answer is not needed.
    cancel()
    const contentType = reply.header('content-type') ?? ''
    return {
      status: reply.status,
      answer: readTestAnswer({ status: reply.status, contentType, body, type }, reader, Date.now()),
    }
  } catch (error) {
    return {
      status: 0,
      answer: timeout.aborted ? failed('timeout', 'timeout') : failed('unreachable', networkReason(error)),
    }
  } finally {
    end.removeEventListener('abort', cancel)
  }
}

function failed(kind: 'unreachable' | 'timeout', message: string): TestAnswer {
  return { failure: { kind, status: 0, error: { message, type: 'upstream_error', param: null, code: null } } }
}

/** Returns why there was no connection, as the operating system's code if there is one. */
export function networkReason(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return typeof code === 'string' ? code : String(message ?? error)
}
