import type { Log } from '#contract/api/logs.ts'
import type { WholeLog } from '../../money/receipts/whole-rows.ts'
import { pick } from '../../platform/json/pick.ts'

/** A log row in the administrators' view. */
export function presentLog(row: WholeLog): Log {
  return {
    ...pick(row, 'id user_id created_at type content username token_name model_name quota prompt_tokens'),
    ...pick(row, 'completion_tokens use_time token_id other cost'),
    is_stream: row.is_stream !== 0,
    channel: row.channel_id,
  }
}

/** A log row in its user's view, without channels and costs. */
export function presentOwnLog(row: WholeLog): Log {
  const { cost: _, ...own } = presentLog(row)
  return { ...own, channel: 0, other: withoutAdminInfo(row.other) }
}

/** Removes the fields about channels. Text of an imported database that is not JSON is removed as a whole. */
function withoutAdminInfo(other: string): string {
  if (!other) return ''
  try {
    const parsed = JSON.parse(other) as Record<string, unknown>
    const { admin_info: _channels, upstream_model: _mapping, upstream_id: _request, ...visible } = parsed
    return JSON.stringify(visible)
  } catch {
    return ''
  }
}
