import type { Log } from '#contract/api/logs.ts'
import type { WholeLog } from '../../money/receipts/whole-rows.ts'

/** A log row in the administrators' view. */
export function presentLog(row: WholeLog): Log {
  return {
    id: row.id,
    user_id: row.user_id,
    created_at: row.created_at,
    type: row.type,
    content: row.content,
    username: row.username,
    token_name: row.token_name,
    model_name: row.model_name,
    quota: row.quota,
    prompt_tokens: row.prompt_tokens,
    completion_tokens: row.completion_tokens,
    use_time: row.use_time,
    is_stream: row.is_stream !== 0,
    channel: row.channel_id,
    token_id: row.token_id,
    other: row.other,
    cost: row.cost,
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
