/**
 * The query that the page was opened with, letter by letter. The router reads `?code=1e5` as a number and writes it
 * back as 100000, which must not happen to codes and tokens. In memory alone: who uses a secret deletes it.
 */
export const arrival = new URLSearchParams(location.search)

/** The invite code that a link brought along; "" = none. */
export function arrivedInvite(): string {
  const code = arrival.get('aff')?.trim() ?? ''
  return /^[0-9A-Za-z]{1,32}$/.test(code) ? code : ''
}
