import { expect, test } from 'bun:test'
import type { Redemption } from '#contract/api/redemption.ts'
import { previewStatus } from './status-preview.ts'

test('used codes are refused, those that have the status are left out', () => {
  const codes = [1, 2, 3, 1].map((status, id) => ({ id, status }) as Redemption)
  expect(previewStatus(codes, 2, 'used')).toEqual({
    changed: [
      { id: 0, former: 1 },
      { id: 3, former: 1 },
    ],
    refused: [{ id: 2, message: 'used' }],
  })
})
