/** Whether a name is that of an IANA time zone, such as `Asia/Shanghai`. The tables of zones load at the first other name. */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
