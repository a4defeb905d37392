/** Shorter keys are not secret, and replacing them would garble the text. */
const MIN_KEY_LENGTH = 4
const KEY_LIKE = [
  /\b(?:AIza[\w-]{10,}|ya29\.[\w.-]+)/g,
  /\bsk-[A-Za-z0-9_*.-]{4,}/g,
  /(?<=\bBearer )[A-Za-z0-9_.~+/=-]{4,}/gi,
] as const

const SECRET_PARAMETER = /(?<=[?&](?:access_token|authorization|signature)=)[^&#]*/gi

/** Replaces the credentials in a URL's query. */
export const redactUrlSecrets = (url: string) => url.replace(SECRET_PARAMETER, '***')

/**
 * Replaces the channel's key, the parts of a composed key, and everything else that looks like a key in an
 * upstream's text.
 */
export function redactKeys(text: string, key: string): string {
  const parts = [key, ...key.split('|')].filter((part) => part.length >= MIN_KEY_LENGTH)
  const bare = parts.reduce((rest, part) => rest.replaceAll(part, '***'), text)
  return KEY_LIKE.reduce((rest, pattern) => rest.replace(pattern, '***'), bare)
}
