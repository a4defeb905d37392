/**
 * Returns whether a line of an allow-list holds only addresses and CIDR networks, separated by blanks or
 * commas.
 */
export function isAddressLine(line: string): boolean {
  return line
    .split(/[\s,]+/)
    .filter(Boolean)
    .every(isIpAddress)
}

function isIpAddress(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const width = isIpv4(address) ? 32 : isIpv6(address) ? 128 : 0
  if (width === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width)
}

const isIpv4 = (text: string) => /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text) && text.split('.').every((part) => +part <= 255)

/** The browser's URL parser validates IPv6; the character check excludes other hosts. */
const isIpv6 = (text: string) => /^[0-9a-f:.]*:[0-9a-f:.]*$/i.test(text) && URL.canParse(`http://[${text}]`)
