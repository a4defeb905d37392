/** Shorter keys are no secrets, and replacing them would garble the text. */
const SHORTEST_KEY = 4
const KEY_LIKE = [
  /\b(?:AIza[\w-]{10,}|ya29\.[\w.-]+)/g,
  /\bsk-[A-Za-z0-9_*.-]{4,}/g,
  /(?<=\bBearer )[A-Za-z0-9_.~+/=-]{4,}/gi,
] as const

const SECRET_PARAMETER = /(?<=[?&](?:access_token|authorization|signature)=)[^&#]*/gi

/** An address without what proves in its query who calls. */
export const withoutSecretParameters = (url: string) => url.replace(SECRET_PARAMETER, '***')

/** A text of an upstream without the channel's key, the parts of a composed key, and whatever else looks like one. */
export function withoutKeys(text: string, key: string): string {
  const parts = [key, ...key.split('|')].filter((part) => part.length >= SHORTEST_KEY)
  const bare = parts.reduce((rest, part) => rest.replaceAll(part, '***'), text)
  return KEY_LIKE.reduce((rest, pattern) => rest.replace(pattern, '***'), bare)
}
