import { readStart, sendUpstream } from '../../egress/upstream.ts'
import type { UpstreamRequest } from '../../http1/client/answer.ts'
import type { Provider } from '../../providers/provider.ts'
import type { Conversion } from '../../upstream/conversion.ts'
import { readTestAnswer, type TestAnswer } from './test-answer.ts'

/** How the answers of an upstream are read that does not speak OpenAI's format. */
export interface Reading {
  conversion: Conversion | undefined
  reframe: Provider['reframe']
  /** A stream was asked for. */
  stream: boolean
}

const MAX_ANSWER_BYTES = 4 * 1024 * 1024

/**
 * Sends a test request and reads the whole answer, within the time and until `signal` fires. Never throws.
 */
export async function exchange(
  request: UpstreamRequest,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  { conversion, reframe, stream }: Reading,
): Promise<{ status: number; answer: TestAnswer }> {
  const sent = sendUpstream(request)
  const timeout = AbortSignal.timeout(timeoutMs)
  const end = signal ? AbortSignal.any([signal, timeout]) : timeout
  const giveUp = () => sent.cancel('the test was given up')
  end.addEventListener('abort', giveUp)
  if (end.aborted) giveUp()
  try {
    const raw = await sent.answer
    const reply = reframe ? reframe(raw, { stream }) : raw
    const body = await readStart(reply, MAX_ANSWER_BYTES)
    if (timeout.aborted) return { status: reply.status, answer: failed('timeout', 'timeout') }
    // What is left of a longer answer is of no interest.
    giveUp()
    const type = reply.header('content-type') ?? ''
    return { status: reply.status, answer: readTestAnswer(reply.status, type, body, conversion) }
  } catch (error) {
    return {
      status: 0,
      answer: timeout.aborted ? failed('timeout', 'timeout') : failed('unreachable', networkReason(error)),
    }
  } finally {
    end.removeEventListener('abort', giveUp)
  }
}

function failed(kind: 'unreachable' | 'timeout', message: string): TestAnswer {
  return { failure: { kind, status: 0, error: { message, type: 'upstream_error', param: null, code: null } } }
}

/** Why there was no connection, as short as the system says it. */
export function networkReason(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return typeof code === 'string' ? code : String(message ?? error)
}
