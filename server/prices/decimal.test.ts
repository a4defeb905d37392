import { expect, test } from 'bun:test'
import { decimalProduct } from './decimal.ts'

test.each([
  [[2, 0.075], '0.15'],
  [[2, 7.5, 0.00333333333], '0.05'],
  [[0.1, 3], '0.3'],
  [[1e-7, 2], '0.0000002'],
  [[1e21], '1000000000000000000000'],
  [[2, 1_000_000, 1_000_000], '2000000000000'],
  [[2, 0], '0'],
  [[1.23456789], '1.2345679'],
  [[99_999_999.5], '100000000'],
] as const)('the product of %j is %s', (factors, product) => {
  expect(decimalProduct(...factors)).toBe(product)
})
