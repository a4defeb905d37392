import { readContextOverflow } from '../../formats/dialects/context-length.ts'
import { isErrorBody, readUpstreamError, statusInError } from '../../formats/dialects/openai-errors.ts'
import type { Meaning } from './meanings.ts'
import { readMeaning } from './read-meaning.ts'
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

/** The statuses that errors of a meaning should have had. After a slow vendor another is tried, as after a broken one. */
const STATUSES: Readonly<Partial<Record<Meaning, number>>> = {
  request: 400,
  content: 400,
  resource: 404,
  unfit: 400,
  elsewhere: 404,
  afford: 402,
  model: 404,
  key: 401,
  money: 402,
  rate: 429,
  load: 503,
}

/**
 * Returns the failure that an error inside of a successful answer of a channel of a type is. Its status is what the error
 * says, or what its meaning should have. `now`: milliseconds since the epoch.
 */
export function embeddedFailure(error: UpstreamFailure['error'], now: number, type?: number): UpstreamFailure {
  const waitMs = readWaitMs({ header: NO_HEADERS, error }, now)
  const wait = waitMs === undefined ? {} : { waitMs }
  const said = statusInError(error)
  if (said !== undefined) return { kind: 'answered', status: said, error, ...wait }
  const unsaid = { status: 500, error, hasNoStatus: true, ...wait } as const
  const meaning = readContextOverflow(error) ? 'unfit' : readMeaning(type, unsaid).meaning
  return { kind: 'answered', status: STATUSES[meaning] ?? 500, hasNoStatus: true, error, ...wait }
}

/** Returns the failure in an answer with status 200 of a channel of a type, if it is an error. */
export const failureInAnswer = (body: Buffer, now: number, type?: number): UpstreamFailure | undefined =>
  isErrorBody(body) ? embeddedFailure(readUpstreamError(body.toString('utf8'), 500), now, type) : undefined
