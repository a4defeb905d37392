import { isErrorBody, readUpstreamError, statusInError } from '../../formats/dialects/openai-errors.ts'
import type { UpstreamFailure } from './upstream-failure.ts'
import { readWaitMs, type WaitSource } from './wait-time.ts'

/** The head of an answer that is an error. */
interface ErrorHead extends Pick<WaitSource, 'header'> {
  status: number
}

/** Reads the failure in an answer that is an error. `now`: milliseconds since the epoch. */
export function readAnsweredFailure({ status, header }: ErrorHead, body: string, now: number): UpstreamFailure {
  const error = withAwsName(readUpstreamError(body, status), header('x-amzn-errortype'))
  const waitMs = readWaitMs({ header, error }, now)
  return { kind: 'answered', status, error, ...(waitMs === undefined ? {} : { waitMs }) }
}

/** Bedrock names its errors in a header: https://docs.aws.amazon.com/bedrock/latest/APIReference/CommonErrors.html */
function withAwsName(error: UpstreamFailure['error'], header: string | null | undefined): UpstreamFailure['error'] {
  const name = header?.split(':')[0]
  if (!name) return error
  const { names = [], ...said } = error.said ?? { texts: [], times: [] }
  return { ...error, said: { ...said, names: [...names, name] } }
}

const NO_HEADERS = () => undefined

/** Returns the failure that an error inside of a successful answer is. */
export function embeddedFailure(error: UpstreamFailure['error'], now: number): UpstreamFailure {
  const waitMs = readWaitMs({ header: NO_HEADERS, error }, now)
  const said = statusInError(error)
  const status = said === undefined ? { status: 500, hasNoStatus: true as const } : { status: said }
  return { kind: 'answered', ...status, error, ...(waitMs === undefined ? {} : { waitMs }) }
}

/** Returns the failure in an answer with status 200, if it is an error. */
export const failureInAnswer = (body: Buffer, now: number): UpstreamFailure | undefined =>
  isErrorBody(body) ? embeddedFailure(readUpstreamError(body.toString('utf8'), 500), now) : undefined
