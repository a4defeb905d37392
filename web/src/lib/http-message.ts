import { translateText } from '#web/lib/texts.ts'

/** Returns the message for an HTTP error: what happened, and what to do about it. */
export function httpMessage(answer: Pick<Response, 'status' | 'statusText' | 'headers'>, message?: string): string {
  const { status, statusText, headers } = answer
  if (status === 401) return translateText('error.unauthorized')
  if (status === 405) return translateText('error.demo')
  if (status === 429) return tooMany(waitSeconds(headers.get('Retry-After'), Date.now()))
  if (status === 500) return translateText('error.internal')
  if (message) return translateText('error.other', { message })
  if (status === 413) return translateText('error.tooLarge')
  if (status >= 502 && status <= 504) return translateText('error.unavailable', { status })
  return translateText('error.other', { message: statusText || String(status) })
}

function tooMany(seconds: number | null) {
  if (seconds === null) return translateText('error.tooMany')
  if (seconds <= 90) return translateText('error.tooManySeconds', { seconds })
  return translateText('error.tooManyMinutes', { minutes: Math.ceil(seconds / 60) })
}

/** Seconds to wait by a `Retry-After` header (RFC 9110, 10.2.3: seconds or a date); null when it names none. */
export function waitSeconds(header: string | null, now: number): number | null {
  if (!header) return null
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000)
  return seconds > 0 ? seconds : null
}
