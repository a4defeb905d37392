/**
 * The unmodified query string of the first page load. The router reads `?code=1e5` as a number and writes it back
 * as 100000, which would break codes and tokens. Kept in memory only; code that uses a secret deletes it here.
 */
export const arrival = new URLSearchParams(location.search)

/** The invite code of the link that opened the page; "" = none. */
export function initialInvite(): string {
  const code = arrival.get('aff')?.trim() ?? ''
  return /^[0-9A-Za-z]{1,32}$/.test(code) ? code : ''
}
