import { isIP } from 'node:net'

/**
 * https://www.rfc-editor.org/rfc/rfc6052#section-2.1: each address in this network stands for another IPv4 address.
 */
const NAT64 = '64:ff9b:0:0'
const GROUPS = 8

/**
 * Returns the key of a rate limit by address: an IPv4 address, or the /64 network of an IPv6 address, which is the
 * smallest block that one customer gets (https://www.rfc-editor.org/rfc/rfc6177): single addresses cost an attacker
 * nothing.
 */
export function rateLimitKey(ip: string): string {
  if (isIP(ip) !== 6) return ip
  const [head = [], tail = []] = ip.replace(/%.*/, '').split('::').map(hexGroups)
  const zeros = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0')
  const network = [...head, ...zeros, ...tail].slice(0, 4).join(':')
  return network === NAT64 ? ip : `${network}::/64`
}

/**
 * Returns groups as hexadecimal numbers; a dotted end stands for two groups, which are never part of the network.
 */
function hexGroups(part: string): string[] {
  if (!part) return []
  return part
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [Number.parseInt(group, 16).toString(16)]))
}
