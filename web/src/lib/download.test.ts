import { expect, test } from 'bun:test'
import { fileNameOf } from './download.ts'

test.each([
  ['双十一 gift', '双十一 gift'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a_b_c_d_e_f_g_h_i_j'],
  ['..', '_'],
  ['v1.5', 'v1.5'],
  ['tab\there', 'tab_here'],
])('%j is kept as %j', (name, file) => {
  expect(fileNameOf(name)).toBe(file)
})
