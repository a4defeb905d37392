import { expect, test } from 'bun:test'
import { decimalProduct, decimalRatio } from './decimal.ts'

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

test.each([
  [0.15, 2, 0.075],
  [0.05, 15, 0.00333333333],
  [10, 3, 3.33333333],
  [20, 3, 6.66666667],
  [0, 3, 0],
  [0.1, 0.3, 0.333333333],
  [0.00000001, 2, 0.000000005],
] as const)('the ratio of %d to %d is %d', (dividend, divisor, ratio) => {
  expect(decimalRatio(dividend, divisor)).toBe(ratio)
})

test('a ratio times its divisor is the dividend, to the digit', () => {
  let seed = 7
  const draw = () => {
    seed = (seed * 48_271) % 2_147_483_647
    const digits = (seed % 99_999_999) + 1
    return digits / 10 ** (seed % 8)
  }
  for (let round = 0; round < 20_000; round++) {
    const [dividend, divisor] = [draw(), draw()]
    expect(decimalProduct(divisor, decimalRatio(dividend, divisor))).toBe(decimalProduct(dividend))
  }
})
