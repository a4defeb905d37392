import { expect, test } from 'bun:test'
import { isAddressLine } from './ip-list.ts'

test.each([
  '',
  '  ',
  '10.0.0.1',
  ' 10.0.0.1 ',
  '10.0.0.0/8',
  '0.0.0.0/0',
  '::1',
  '2001:db8::/32',
  '::ffff:10.0.0.1',
  '10.0.0.1, 10.0.0.2',
])('accepts %p', (line) => expect(isAddressLine(line)).toBe(true))

test.each([
  '10.0.0',
  '10.0.0.256',
  '10.0.0.1/33',
  '10.0.0.1/',
  '10.0.0.1/8/8',
  '/8',
  '::1/129',
  '2001:db8',
  '1::2::3',
  'example.org',
  '10.0.0.1, nonsense',
])('refuses %p', (line) => expect(isAddressLine(line)).toBe(false))
