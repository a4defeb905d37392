/** What the login form starts with. In memory alone, since it may hold a password. */
interface Prefill {
  username?: string
  password?: string
}

let waiting: Prefill = {}

/** Leaves something for the login form that is opened next. */
export function prefillLogin(prefill: Prefill): void {
  waiting = prefill
}

/** What was left for the login form. */
export const loginPrefill = () => waiting
