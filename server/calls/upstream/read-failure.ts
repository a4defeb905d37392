import { Refused } from '../../formats/dialects/dialect.ts'
import { parseObject } from '../../formats/dialects/json.ts'
import { isCodedError, isErrorAnswer, readUpstreamError, statusOfError } from '../../formats/dialects/openai-errors.ts'
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
  return { kind: 'answered', status: statusOfError(error), error, ...(waitMs === undefined ? {} : { waitMs }) }
}

/**
 * Returns the failure in an answer with status 200, if it is an error. `read` reads an answer in the channel's format,
 * whose table knows its codes better than OpenAI's does.
 */
export function failureInAnswer(body: Buffer, read: () => unknown, now: number): UpstreamFailure | undefined {
  if (!isErrorAnswer(body)) return undefined
  const text = body.toString('utf8')
  const refused = isCodedError(parseObject(text)) ? refusalOf(read) : undefined
  if (refused) return { kind: 'answered', status: refused.status, error: refused.error }
  return embeddedFailure(readUpstreamError(text, 500), now)
}

function refusalOf(read: () => unknown): Refused | undefined {
  try {
    read()
  } catch (error) {
    if (error instanceof Refused) return error
  }
  return undefined
}
