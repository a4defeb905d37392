/** Whether a text can only be a request id: a time down to fractions of a second, then eight letters or digits. */
export function isRequestId(text: string) {
  return /^20\d{12,24}[0-9A-Za-z]{8}$/.test(text)
}
