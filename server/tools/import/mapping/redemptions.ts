import { REDEMPTION_STATUS } from '#contract/statuses.ts'
import { type Remark, remark } from '../report.ts'
import type { Row } from '../source/reader.ts'
import { flag, integer, text, time } from './row.ts'

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
  // Veloera's codes for several users, and with a time from and to which they count.
  'is_gift',
  'max_uses',
  'used_count',
  'valid_from',
  'valid_until',
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

/**
 * A limit that codes of this server do not have disables a code: it never comes out worth more than it was. `now`: unix seconds.
 */
export function mapCode(row: Row, now: number): MappedCode {
  const sourceId = integer(row, 'id')
  const about = text(row, 'name') || `#${sourceId}`
  const remarks: Remark[] = []
  let status = integer(row, 'status', 1)
  if (!STATUSES.includes(status)) status = REDEMPTION_STATUS.disabled
  if (status === REDEMPTION_STATUS.unused) {
    const limit = limitOf(row, now)
    if (limit) {
      status = limit === 'spent' ? REDEMPTION_STATUS.used : REDEMPTION_STATUS.disabled
      if (limit !== 'spent') remarks.push(remark(limit === 'expired' ? 'code_expired' : 'code_limits_disabled', about))
    }
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

/** Why an unused code is not as good as one of this server; undefined = it is. */
function limitOf(row: Row, now: number): 'spent' | 'expired' | 'limited' | undefined {
  const [uses, used] = [integer(row, 'max_uses'), integer(row, 'used_count')]
  const ends = [time(row, 'expired_time'), time(row, 'valid_until')].filter((end) => end > 0)
  if (uses > 0 && used >= uses) return 'spent'
  if (ends.some((end) => end <= now)) return 'expired'
  const isForMany = uses > 1 || used > 0 || (flag(row, 'is_gift') && uses !== 1)
  return isForMany || ends.length > 0 || time(row, 'valid_from') > now ? 'limited' : undefined
}

const STATUSES: readonly number[] = Object.values(REDEMPTION_STATUS)
