import { describe, expect, test } from 'bun:test'
import { codeLines } from '#web/features/redemption/code-texts.ts'
import { ApiError } from '#web/lib/api.ts'
import { codesLeft, codesOf, redeemAll, worthOf } from './redeem.ts'

const quiet = { failed: (message: string) => `failed: ${message}`, onProgress: () => {} }

const [one, two] = ['0123456789abcdef0123456789abcdef', 'FEDCBA9876543210fedcba9876543210']

test('codes are taken line by line, without repetitions', () => {
  expect(codesOf('  aa11 \r\n\n\tbb22\naa11\n')).toEqual(['aa11', 'bb22'])
  expect(codesOf(' \n ')).toEqual([])
})

test('several codes on a line are several codes', () => {
  for (const between of [' ', ',', ', ', '，', ';', '、', '\t']) {
    expect(codesOf(`${one}${between}${two}`)).toEqual([one, two])
  }
  expect(codesOf('aa11,bb22 cc33')).toEqual(['aa11', 'bb22', 'cc33'])
})

test('what the console copies is understood, whatever the names are', () => {
  expect(
    codesOf(
      codeLines([
        { name: 'a/b, 节日 50', key: one },
        { name: 'spring', key: two },
      ]),
    ),
  ).toEqual([one, two])
  expect(codesOf('summer sale    aa11\r\nspring    bb22')).toEqual(['aa11', 'bb22'])
})

test('blanks inside of a code are left out', () => {
  expect(codesOf(`${one.slice(0, 16)} ${one.slice(16)}`)).toEqual([one])
})

describe('redeeming several codes', () => {
  test('goes on behind a refused one', async () => {
    const redeem = async (code: string) => {
      if (code === 'bad') throw new ApiError('not valid', 200)
      return 5
    }
    const codes = ['a', 'bad', 'b']
    const done = await redeemAll(codes, { ...quiet, redeem })
    expect(done).toEqual([
      { code: 'a', ok: true, quota: 5 },
      { code: 'bad', ok: false, message: 'not valid' },
      { code: 'b', ok: true, quota: 5 },
    ])
    expect(worthOf(done)).toBe(10)
    expect(codesLeft(codes, done)).toEqual(['bad'])
  })

  test('stops when a call fails, and keeps what was not tried', async () => {
    const redeem = async (code: string) => {
      if (code === 'b') throw new ApiError('no answer', 0)
      return 5
    }
    const codes = ['a', 'b', 'c']
    const done = await redeemAll(codes, { ...quiet, redeem })
    expect(done.at(-1)).toEqual({ code: 'b', ok: false, message: 'failed: no answer' })
    expect(codesLeft(codes, done)).toEqual(['b', 'c'])
  })

  test('leaves the end of the session to the caller', async () => {
    const ended = new ApiError('not logged in', 401)
    const redeem = () => Promise.reject(ended)
    expect(redeemAll(['a'], { ...quiet, redeem })).rejects.toBe(ended)
  })
})
