import i18next from 'i18next'

/** Returns the message for an HTTP error: what happened, and what to do about it. */
export function httpMessage(answer: Pick<Response, 'status' | 'statusText' | 'headers'>, message?: string): string {
  const { status, statusText, headers } = answer
  if (status === 401) return i18next.t('error.unauthorized')
  if (status === 405) return i18next.t('error.demo')
  if (status === 429) return tooMany(waitSeconds(headers.get('Retry-After'), Date.now()))
  if (status === 500) return i18next.t('error.internal')
  if (message) return i18next.t('error.other', { message })
  if (status === 413) return i18next.t('error.tooLarge')
  if (status >= 502 && status <= 504) return i18next.t('error.unavailable', { status })
  return i18next.t('error.other', { message: statusText || String(status) })
}

function tooMany(seconds: number | null) {
  if (seconds === null) return i18next.t('error.tooMany')
  if (seconds <= 90) return i18next.t('error.tooManySeconds', { seconds })
  return i18next.t('error.tooManyMinutes', { minutes: Math.ceil(seconds / 60) })
}

/** Seconds to wait by a `Retry-After` header (RFC 9110, 10.2.3: seconds or a date); null when it names none. */
export function waitSeconds(header: string | null, now: number): number | null {
  if (!header) return null
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000)
  return seconds > 0 ? seconds : null
}
