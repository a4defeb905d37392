/** Initial values of the login form. Kept in memory only, since they may hold a password. */
interface Prefill {
  username?: string
  password?: string
}

let waiting: Prefill = {}

/** Sets the initial values of the next login form. */
export function prefillLogin(prefill: Prefill): void {
  waiting = prefill
}

/** Returns the initial values of the login form. */
export const loginPrefill = () => waiting
