import { REDEMPTION_STATUS } from '#contract/statuses.ts'
import { type Remark, remark } from '../report.ts'
import type { Row } from '../source/reader.ts'
import { integer, text } from './row.ts'

export const REDEMPTION_COLUMNS = [
  'user_id',
  'key',
  'status',
  'name',
  'quota',
  'created_time',
  'redeemed_time',
  'used_user_id',
  'deleted_at',
  'expired_time',
] as const

/** A code as it will be here, in clear. */
export interface MappedCode {
  sourceId: number
  creator: number
  /** As it is stored there; the writer normalizes it. */
  key: string
  status: number
  name: string
  quota: number
  created_time: number
  redeemed_time: number
  usedBy: number
  deleted_at: string | null
  remarks: Remark[]
}

/** `now`: unix seconds, because codes of this server do not expire by themselves. */
export function mapCode(row: Row, now: number): MappedCode {
  const sourceId = integer(row, 'id')
  const about = text(row, 'name') || `#${sourceId}`
  const remarks: Remark[] = []
  let status = integer(row, 'status', 1)
  if (!STATUSES.includes(status)) status = REDEMPTION_STATUS.disabled
  const expires = integer(row, 'expired_time')
  if (expires > 0 && status === REDEMPTION_STATUS.unused) {
    if (expires <= now) status = REDEMPTION_STATUS.disabled
    remarks.push(remark(expires <= now ? 'code_expired' : 'code_expiry_lost', about))
  }
  return {
    sourceId,
    creator: integer(row, 'user_id'),
    key: text(row, 'key'),
    status,
    name: text(row, 'name'),
    quota: Math.max(0, integer(row, 'quota')),
    created_time: integer(row, 'created_time'),
    redeemed_time: integer(row, 'redeemed_time'),
    usedBy: integer(row, 'used_user_id'),
    deleted_at: text(row, 'deleted_at') || null,
    remarks,
  }
}

const STATUSES: readonly number[] = Object.values(REDEMPTION_STATUS)
