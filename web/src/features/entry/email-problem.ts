/** Returns the error in an address, as far as the browser can check it. */
export function emailProblem(address: string): 'emailMissing' | 'emailInvalid' | undefined {
  const text = address.trim()
  if (!text) return 'emailMissing'
  return text.length <= 50 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text) ? undefined : 'emailInvalid'
}
