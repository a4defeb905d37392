import { describe, expect, test } from 'bun:test'
import { isPublicAddress } from './public-address.ts'

describe('an address is not of the public internet when it is', () => {
  test.each([
    ['this machine', '127.0.0.1 127.255.0.9 ::1 0.0.0.0 ::'],
    ['private', '10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 fd12:3456::1 fc00::1'],
    ['of a link', '169.254.0.1 fe80::1'],
    ['a metadata service', '169.254.169.254 fd00:ec2::254 100.100.100.200 168.63.129.16 192.0.0.192'],
    ['behind a carrier', '100.64.0.1 100.127.255.254'],
    ['multicast', '224.0.0.1 239.255.255.255 ff02::1'],
    ['broadcast or reserved', '255.255.255.255 240.0.0.1'],
    ['for documents and benchmarks', '192.0.2.1 198.51.100.1 203.0.113.1 198.18.0.1 2001:db8::1 3fff::1'],
    ['IPv4 in IPv6', '::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::7f00:1 2002:7f00:1::1 2001::1'],
    ['none', 'localhost 127.1 8.8.8.8:80 8.8.8.8/8 0x7f.0.0.1'],
  ])('%s', (_, addresses) => {
    expect(isPublicAddress('')).toBe(false)
    for (const address of addresses.split(' ')) expect([address, isPublicAddress(address)]).toEqual([address, false])
  })
})

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '100.63.255.255',
  '172.32.0.1',
  '192.167.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::1',
])('%s is', (address) => expect(isPublicAddress(address)).toBe(true))
