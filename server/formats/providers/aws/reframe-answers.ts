import type { TakeChunk, UpstreamAnswer } from '../../../wire/http1/client/upstream-answer.ts'
import { objectOf, parseObject, textOf } from '../../dialects/json.ts'
import { EventStreamDecoder, type Frame } from './event-stream.ts'

/**
 * Converts answers of InvokeModel for the relay: event streams become server-sent events, and the error type that
 * AWS sends in a header is added to the body.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InvokeModelWithResponseStream.html
 */
export function reframeAwsAnswer(answer: UpstreamAnswer): UpstreamAnswer {
  if (answer.status >= 400) return withNamedError(answer)
  const type = answer.header('content-type') ?? ''
  return type.startsWith('application/vnd.amazon.eventstream') ? asEvents(answer) : answer
}

function asEvents(answer: UpstreamAnswer): UpstreamAnswer {
  const decoder = new EventStreamDecoder()
  const convert = (part: Buffer) => Buffer.from(decoder.push(part).map(eventOf).join(''))
  const ended = () => {
    if (decoder.isOpen) throw new Error('the stream ends in the middle of a message')
  }
  const read = async () => {
    for (let part = await answer.read(); part; part = await answer.read()) {
      const events = convert(part)
      if (events.length > 0) return events
    }
    ended()
    return undefined
  }
  return {
    status: answer.status,
    header: (name) => (name === 'content-type' ? 'text/event-stream' : answer.header(name)),
    read,
    async each(take: TakeChunk) {
      await answer.each((part) => {
        const events = convert(part)
        return events.length > 0 ? take(events) : undefined
      })
      ended()
    },
    async bytes(keep) {
      const events = convert(await answer.bytes(keep))
      ended()
      return events
    },
  }
}

/** Returns the event in a message. Line ends between the values of its JSON would end the event early. */
function eventOf({ headers, payload }: Frame): string {
  const body = parseObject(payload.toString('utf8')) ?? {}
  switch (headers[':message-type']) {
    case 'exception':
      return errorEvent(headers[':exception-type'] ?? '', textOf(body.message) || textOf(body.Message))
    case 'error':
      return errorEvent(headers[':error-code'] ?? '', headers[':error-message'] ?? '')
    default: {
      const data = Buffer.from(textOf(body.bytes), 'base64').toString('utf8')
      return data ? `data: ${data.replace(/[\r\n]+/g, ' ')}\n\n` : ''
    }
  }
}

const errorEvent = (name: string, message: string) =>
  `event: error\ndata: ${JSON.stringify({ error: errorOf(name, message) })}\n\n`

/** Only this much of an error is read. */
const MAX_BYTES = 64 * 1024

/** The account's quota is used up: this is temporary, and not the caller's fault. */
const QUOTA = 'ServiceQuotaExceededException'
const TOO_MANY_REQUESTS = 429

/** Adds the error's type to the body, in a format that all readers support. */
function withNamedError(answer: UpstreamAnswer): UpstreamAnswer {
  const [name = ''] = (answer.header('x-amzn-errortype') ?? '').split(':')
  let given = false
  const bytes = async () => {
    given = true
    const text = await startOf(answer)
    const body = parseObject(text)
    const message = textOf(body?.message) || textOf(body?.Message)
    return body && message && !isNested(body) ? Buffer.from(JSON.stringify({ error: errorOf(name, message) })) : text
  }
  const read = async () => (given ? undefined : Buffer.from(await bytes()))
  return {
    status: name === QUOTA ? TOO_MANY_REQUESTS : answer.status,
    header: (header) => answer.header(header),
    read,
    each: async (take) => void (await take(Buffer.from(await bytes()))),
    bytes: async () => Buffer.from(await bytes()),
  }
}

const isNested = (body: object) => Object.keys(objectOf((body as { error?: unknown }).error)).length > 0

async function startOf(answer: UpstreamAnswer): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for (let part = await answer.read(); part && size < MAX_BYTES; part = await answer.read()) {
    parts.push(part)
    size += part.length
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Error types about the credential, the rate and the request, as OpenAI-format error types. */
const TYPES: Record<string, string> = {
  UnrecognizedClientException: 'authentication_error',
  InvalidSignatureException: 'authentication_error',
  IncompleteSignatureException: 'authentication_error',
  MissingAuthenticationTokenException: 'authentication_error',
  ExpiredTokenException: 'authentication_error',
  AccessDeniedException: 'permission_error',
  ThrottlingException: 'rate_limit_error',
  ValidationException: 'invalid_request_error',
}
/** A clock error or a model without granted access does not make a credential invalid. */
const NOT_THE_CREDENTIAL = /^Signature (?:expired|not yet current)|access to the model/i

/** Exceptions in streams begin with a lower-case letter. */
function errorOf(given: string, message: string) {
  const name = given.charAt(0).toUpperCase() + given.slice(1)
  const type = (!NOT_THE_CREDENTIAL.test(message) && TYPES[name]) || name || 'upstream_error'
  return { message: message || name, type, param: null, code: name || null }
}
