/**
 * Returns whether a text can only be a request id: a timestamp with fractions of a second, then 8 letters or
 * digits.
 */
export function isRequestId(text: string) {
  return /^20\d{12,24}[0-9A-Za-z]{8}$/.test(text)
}
