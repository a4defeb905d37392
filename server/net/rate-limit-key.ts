import { isIP } from 'node:net'

/** https://www.rfc-editor.org/rfc/rfc6052#section-2.1: here each address is an IPv4 address of somebody else. */
const NAT64 = '64:ff9b:0:0'
const GROUPS = 8

/**
 * What a limit by address counts: an IPv4 address, or the /64 network of an IPv6 address, because that is the least that
 * one customer is given (https://www.rfc-editor.org/rfc/rfc6177): single addresses cost an attacker nothing.
 */
export function countedAddress(ip: string): string {
  if (isIP(ip) !== 6) return ip
  const [head = [], tail = []] = ip.replace(/%.*/, '').split('::').map(groupsOf)
  const zeros = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0')
  const network = [...head, ...zeros, ...tail].slice(0, 4).join(':')
  return network === NAT64 ? ip : `${network}::/64`
}

/** Groups as hexadecimal numbers; a dotted end stands for two, which no network reaches into. */
function groupsOf(part: string): string[] {
  if (!part) return []
  return part
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]))
}
