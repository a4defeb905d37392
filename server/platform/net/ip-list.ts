import { BlockList, isIP } from 'node:net'

/** Addresses and networks, with fast membership tests. */
export interface IpList {
  has(ip: string): boolean
}

/** Why a line of an IP list is refused: its one-based number and text. */
export interface IpListProblem {
  line: number
  text: string
}

/**
 * Reads one address or CIDR network per line (commas and blanks separate as well). An empty text means no limit.
 * Lines that are neither are skipped; `ipListProblem` finds them when the list is saved.
 */
export function parseIpList(text: string): IpList | undefined {
  const entries = text.split(/[\s,]+/).filter(Boolean)
  if (entries.length === 0) return undefined
  const list = new BlockList()
  for (const entry of entries) addEntry(list, entry)
  return {
    has(address) {
      const ip = plainIp(address)
      const family = isIP(ip)
      return family !== 0 && list.check(ip, family === 6 ? 'ipv6' : 'ipv4')
    },
  }
}

/** The first line that is neither an address nor a network, if any. */
export function ipListProblem(text: string): IpListProblem | undefined {
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    for (const entry of line.split(/[\s,]+/).filter(Boolean)) {
      if (!addEntry(new BlockList(), entry)) return { line: index + 1, text: entry }
    }
  }
  return undefined
}

/** Converts an IPv4-mapped IPv6 address to plain IPv4; other addresses stay unchanged. */
export function plainIp(address: string): string {
  const [, dotted, high = '', low = ''] = MAPPED.exec(address) ?? []
  if (dotted) return dotted
  if (!high) return address
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join('.')
}

const MAPPED = /^::ffff:(?:([\d.]+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i

function addEntry(list: BlockList, entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  const name = family === 6 ? 'ipv6' : 'ipv4'
  if (prefix === undefined) {
    list.addAddress(address, name)
    return true
  }
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  if (bits < 0 || bits > (family === 6 ? 128 : 32)) return false
  list.addSubnet(address, bits, name)
  return true
}
