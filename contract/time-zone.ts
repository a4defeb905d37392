/** Whether a name is that of an IANA time zone, such as `Asia/Shanghai`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
