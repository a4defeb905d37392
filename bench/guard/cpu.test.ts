import { expect, test } from 'bun:test'
import { coresIn } from './cores.ts'
import { callCost } from './cpu.ts'

test('a call costs what all threads took, those that are new included', () => {
  const before = new Map([
    [7, 1000],
    [8, 500],
    [9, 400],
  ])
  const after = new Map([
    [7, 3000],
    [8, 700],
    [10, 100],
  ])
  expect(callCost(7, before, after, 10)).toEqual({ all: 230, answering: 200 })
})

test("reads the kernel's lists of cores", () => {
  expect(['0', '0-1', '0-2,5', '3,8-9'].map(coresIn)).toEqual([[0], [0, 1], [0, 1, 2, 5], [3, 8, 9]])
})
