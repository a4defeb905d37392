/** Returns a web address unchanged and a mail address with its scheme; undefined for other texts. */
export function contactAddress(address = '') {
  if (/^https?:\/\//.test(address)) return address
  return address.includes('@') ? `mailto:${address.replace(/^mailto:/, '')}` : undefined
}
