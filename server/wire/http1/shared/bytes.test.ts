import { expect, test } from 'bun:test'
import { writeDecimal, writeHex } from './bytes.ts'

const bytes = Buffer.alloc(16)
const written = (write: typeof writeHex, value: number) => bytes.toString('latin1', 3, write(bytes, 3, value))
const random = Array.from({ length: 1000 }, (_, index) => Math.floor(Math.random() * 2 ** (index % 33)))

test('numbers are written as they are', () => {
  for (const value of [0, 1, 9, 10, 11, 99, 100, 65_535, 999_999_999, 1_000_000_000, 2 ** 31 - 1, ...random]) {
    if (value < 2 ** 31) expect(written(writeDecimal, value)).toBe(String(value))
  }
})

test('and in hexadecimal', () => {
  for (const value of [0, 1, 15, 16, 255, 256, 0xfffffff, 0x10000000, 2 ** 31, 2 ** 32 - 1, ...random]) {
    expect(written(writeHex, value)).toBe(value.toString(16))
  }
})
