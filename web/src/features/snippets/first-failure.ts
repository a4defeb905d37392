import type { Log } from '#contract/api/logs.ts'

/** What helps after a failed call: money, the token's settings, another model, or a look at the log row. */
export type WayOut = 'balance' | 'token' | 'model' | 'log'

/** A failed call, as far as a newcomer needs it. */
export interface FirstFailure {
  /** The log row's. */
  id: number
  tokenId: number
  wayOut: WayOut
  /** The text that the caller received, in both languages where it is the gateway's own. */
  message: { zh: string; en: string }
}

const WAYS: Record<string, WayOut> = {
  insufficient_user_quota: 'balance',
  answer_exceeds_quota: 'balance',
  unpaid_limit_reached: 'balance',
  insufficient_token_quota: 'token',
  model_not_allowed: 'token',
  token_group_disabled: 'token',
  group_deprecated: 'token',
  group_not_allowed: 'token',
  no_channel: 'model',
  model_not_found: 'model',
  model_unpriced: 'model',
  operation_unsupported: 'model',
}

/** Reads the failure of a log row. Rows of other consoles have no code: their text is all that is known. */
export function readFailure({ id, token_id, content, other }: Pick<Log, 'id' | 'token_id' | 'content' | 'other'>) {
  const { code, message } = parse(other)
  return {
    id,
    tokenId: token_id,
    wayOut: (typeof code === 'string' && WAYS[code]) || 'log',
    message: { zh: textOf(message?.zh) || content, en: textOf(message?.en) || content },
  } satisfies FirstFailure
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function parse(text: string): { code?: unknown; message?: { zh?: unknown; en?: unknown } | null } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
