import { names } from '#contract/name-list.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import type { Row } from '../source/reader.ts'
import type { Kind } from '../source/recognise.ts'
import { flag, integer, json, text } from './row.ts'

export const LOG_COLUMNS = names(`
  user_id created_at type content username token_name model_name quota prompt_tokens completion_tokens use_time
  elapsed_time request_time is_stream channel_id token_id request_id other metadata
`)

/** A log row as it will be here; ids are those of the source. */
export interface MappedLog {
  sourceId: number
  user: number
  username: string
  /** 0 = the source does not say: it is found by the token's name. */
  token: number
  token_name: string
  channel: number
  model_name: string
  created_at: number
  type: number
  content: string
  quota: number
  prompt_tokens: number
  completion_tokens: number
  cached_tokens: number
  use_time: number
  is_stream: number
  other: string
  request_id: string
  /** How the row was changed; a test was charged to nobody. */
  change?: 'test' | 'type'
}

/** Types beyond those that this server knows. */
const ERROR = 5
const REFUND = 6
const TEST_NAME = '模型测试'
const MILLISECONDS = 1000

/** Returns undefined for a row that is left out: failed calls, which this server counts elsewhere. */
export function mapLog(row: Row, kind: Kind): MappedLog | undefined {
  const type = integer(row, 'type')
  if (type === ERROR) return undefined
  const known = type >= LOG_TYPE.unknown && type <= LOG_TYPE.system
  const charged = type === LOG_TYPE.consume
  const test = charged && text(row, 'token_name') === TEST_NAME
  const quota = test ? 0 : integer(row, 'quota')
  const prompt = Math.max(0, integer(row, 'prompt_tokens'))
  const completion = Math.max(0, integer(row, 'completion_tokens'))
  const { receipt, cached } = charged ? receiptOf(row, kind, { prompt, completion, quota }) : { receipt: '', cached: 0 }
  const sourceId = integer(row, 'id')
  return {
    sourceId,
    user: integer(row, 'user_id'),
    username: text(row, 'username'),
    token: integer(row, 'token_id'),
    token_name: text(row, 'token_name'),
    channel: integer(row, 'channel_id'),
    model_name: text(row, 'model_name'),
    created_at: integer(row, 'created_at'),
    type: known ? type : LOG_TYPE.system,
    content: text(row, 'content'),
    // Of what is no call, only a refund moved units of the wallet by its own row.
    quota: charged || type === REFUND || type === LOG_TYPE.topup ? quota : 0,
    prompt_tokens: prompt,
    completion_tokens: completion,
    cached_tokens: cached,
    use_time: secondsOf(row, kind),
    is_stream: Number(flag(row, 'is_stream')),
    other: receipt,
    // Every call has a separate id here.
    request_id: text(row, 'request_id') || (charged ? `import-${sourceId}` : ''),
    ...(test ? { change: 'test' } : known ? {} : { change: 'type' }),
  }
}

function secondsOf(row: Row, kind: Kind): number {
  if (kind === 'new-api') return Math.max(0, integer(row, 'use_time'))
  const elapsed = integer(row, kind === 'one-hub' ? 'request_time' : 'elapsed_time')
  return Math.max(0, Math.round(elapsed / MILLISECONDS))
}

/**
 * The receipt of a charge that another program made: what it says of the price, the usage, and the charge itself, which
 * cannot be recomputed by its rules.
 */
function receiptOf(row: Row, kind: Kind, { prompt, completion, quota }: Charged) {
  if (kind === 'one-api') return { receipt: receiptText({}, prompt, 0, completion, quota), cached: 0 }
  if (kind === 'one-hub') {
    return { receipt: receiptText(oneHubPrice(json(row, 'metadata')), prompt, 0, completion, quota), cached: 0 }
  }
  const other = json(row, 'other')
  const told = typeof other.cache_tokens === 'number' ? Math.trunc(other.cache_tokens) : 0
  const cached = Math.min(Math.max(0, told), prompt)
  return { receipt: receiptText(other, prompt, cached, completion, quota), cached }
}

interface Charged {
  prompt: number
  completion: number
  quota: number
}

function receiptText(price: object, prompt: number, cached: number, output: number, imported: number): string {
  const usage = {
    ...(prompt > cached && { input: prompt - cached }),
    ...(cached && { cacheRead: cached }),
    ...(output && { output }),
  }
  return JSON.stringify({ ...price, price_version: undefined, usage, imported })
}

function oneHubPrice(metadata: Record<string, unknown>) {
  const value = (name: string) => (typeof metadata[name] === 'number' ? (metadata[name] as number) : undefined)
  const input = value('input_ratio')
  const output = value('output_ratio')
  const priced = input !== undefined && {
    model_ratio: input,
    completion_ratio: input > 0 && output !== undefined ? Number((output / input).toFixed(6)) : 1,
    model_price: metadata.price_type === 'times' ? input * ONE_HUB_CALL_USD : -1,
  }
  return {
    ...priced,
    group_ratio: value('group_ratio') ?? 1,
    ...(typeof metadata.group_name === 'string' && { group: metadata.group_name }),
    frt: value('first_response') ?? -MILLISECONDS,
  }
}

/** A ratio of 1 is 0.002 dollars there, for a thousand tokens or for a call. */
const ONE_HUB_CALL_USD = 0.002
