import { BlockList, isIP } from 'node:net'

/**
 * Networks that are not public: https://www.iana.org/assignments/iana-ipv4-special-registry. The last one is
 * Azure's address for services of a virtual machine.
 */
const PRIVATE_V4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32`
/** One block of IPv6 is public; these parts of it are not, or embed an IPv4 address. */
const PUBLIC_V6 = '2000::/3'
const PRIVATE_V6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'

const private4 = networks(PRIVATE_V4, 'ipv4')
const public6 = networks(PUBLIC_V6, 'ipv6')
const private6 = networks(PRIVATE_V6, 'ipv6')

/** Whether an IP address is public. An invalid address is not. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !private4.check(address, 'ipv4')
  return version === 6 && public6.check(address, 'ipv6') && !private6.check(address, 'ipv6')
}

function networks(text: string, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of text.split(/\s+/)) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}
