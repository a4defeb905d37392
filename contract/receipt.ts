import {
  chargeOf,
  costOf,
  NO_USAGE,
  type Price,
  ratesOf,
  TOOLS,
  type TokenKind,
  type Tool,
  type ToolCalls,
  type Usage,
} from './prices/price.ts'
import type { PriceConditions } from './prices/price-rules.ts'

/** Reason why an answer ended. */
export type EndReason =
  | 'stop'
  | 'client_abort'
  | 'upstream_error'
  | 'first_byte_timeout'
  | 'idle_timeout'
  | 'total_timeout'
  | 'insufficient_quota'
  /** By an administrator. */
  | 'stopped'
  | 'interrupted'
  /** The call failed without an answer. */
  | 'failed'

/** Reasons for which an answer is not charged. */
export const WAIVERS = ['empty', 'broken'] as const
export type Waiver = (typeof WAIVERS)[number]

/** One attempt at one channel, as shown in the retry path. */
export interface AttemptRecord {
  channel: number
  /** Id of the key that was sent, where the channel has a pool of keys. */
  key?: number
  /** HTTP status of the upstream, 0 when it could not be reached. */
  status: number
  /** Milliseconds from the start of this attempt until its answer began or the attempt failed. */
  ms: number
  error?: string
  /**
   * The attempt was cancelled because another channel began to answer earlier: thousandths of a unit that its prompt cost
   * the operator, 0 = unknown.
   */
  lost?: number
}

/** The ratios that turn text into tokens where no upstream counts them, and what they were learned from. */
export interface EstimateBasis {
  /** Of models that share them. */
  family: string
  /** Calls whose upstream reported its usage, as far as they are remembered; 0 = the ratios are the built-in ones. */
  calls: number
  /** Tokens per piece of each script, in the order of SCRIPTS. */
  ratios: readonly number[]
}

/** The JSON text in `other` of a log row of a call: all data needed to explain and recompute the charge. */
export interface Receipt {
  model_ratio: number
  completion_ratio: number
  group_ratio: number
  /** What the user pays is multiplied by it, after the group's ratio; absent = 1. */
  user_ratio?: number
  /** USD per call; −1 when billed by tokens. */
  model_price: number
  /** Milliseconds until the caller's first byte, all attempts included; −1000 = none was sent. */
  frt: number
  /** Prices of the other components relative to input, only for components in the usage. */
  ratios?: Partial<Record<TokenKind, number>>
  /** Non-zero token counts. */
  usage: Partial<Record<TokenKind, number>>
  /** Charged tools run by the vendor: number of calls and USD per call. */
  tools?: Partial<Record<Tool, { calls: number; price: number }>>
  /** Service tier of the answer, if its price differs: a factor on everything except tools. */
  tier?: { name: string; factor: number }
  /** How many times the price per call is charged; absent = once. */
  units?: number
  /** USD that the vendor says the call costs, where only that counts its fees: at least as much is charged. */
  told_cost?: number
  /** The conditions of the price rules that applied; the ratios above are what they made of the price. */
  price_rules?: readonly PriceConditions[]
  usage_source: 'upstream' | 'estimated'
  /** What an estimated usage was computed by. */
  estimate?: EstimateBasis
  end_reason: EndReason
  /** `cancel` or `drain`, set only on a client abort. */
  abort_policy?: 'cancel' | 'drain'
  price_version: string
  quota_per_unit: number
  /** Carry in thousandths of a unit before and after this charge. */
  carry_in: number
  /** Ids of the windows of budgets that the charge counts in; absent = none. */
  budgets?: readonly number[]
  carry_out: number
  /** Why nothing was charged, whatever the usage: the answer was empty, or its vendor broke it off. */
  waived?: Waiver
  /** Thousandths of a unit available to the owner, only where the usage costs more: the charge is limited to it. */
  payable?: number
  request_id: string
  group: string
  /** The call was a response of a realtime session, or a transcription in one. */
  ws?: true
  /** The request id of the session. */
  session_id?: string
  /** The upstream's response id, for comparison with its invoice. */
  response_id?: string
  /** A chat with audio. */
  audio?: true
  /**
   * Token counts by kind of an answer with audio. Cached tokens count as text here, as they have the same price.
   */
  audio_input?: number
  audio_output?: number
  text_input?: number
  text_output?: number
  /** Price of audio input relative to text input, and of audio output relative to audio input. */
  audio_ratio?: number
  audio_completion_ratio?: number
  /**
   * Request fields without an equivalent in the upstream's format that were left out, such as `tools[2]:
   * web_search`.
   */
  omitted?: string[]
  /** The vendor's finish reason, where the caller's format has no equivalent. */
  vendor_reason?: string
  /** The model that the caller asked for, when a fallback of it served the call. */
  requested_model?: string
  /** The model requested from the upstream, when a mapping changed it. */
  upstream_model?: string
  /** The upstream's id of the request, for comparison with its bill; not shown to users. */
  upstream_id?: string
  /** Another program charged this before the row was imported; its rules are not those of this server. */
  imported?: number
  /** `order`: the channels that were to be tried, where there were several. */
  admin_info?: { use_channel: string[]; attempts?: AttemptRecord[]; order?: readonly number[] }
}

/** The price used by a receipt. */
export function priceOfReceipt(receipt: Receipt): Price {
  const ratio = (component: TokenKind) => receipt.ratios?.[component] ?? 1
  return {
    modelPrice: receipt.model_price < 0 ? null : receipt.model_price,
    modelRatio: receipt.model_ratio,
    groupRatio: receipt.group_ratio,
    ...(receipt.user_ratio !== undefined && { userRatio: receipt.user_ratio }),
    quotaPerUnit: receipt.quota_per_unit,
    ratios: {
      output: receipt.completion_ratio,
      ...(receipt.ratios?.reasoning !== undefined && { reasoning: receipt.ratios.reasoning }),
      cacheRead: ratio('cacheRead'),
      cacheWrite5m: ratio('cacheWrite5m'),
      cacheWrite1h: ratio('cacheWrite1h'),
      audioInput: ratio('audioInput'),
      audioOutput: ratio('audioOutput'),
      imageInput: ratio('imageInput'),
      imageOutput: ratio('imageOutput'),
    },
    tools: ofTools(receipt, ({ price }) => price),
    ...(receipt.tier && { tiers: { [receipt.tier.name]: receipt.tier.factor } }),
  }
}

/** The usage recorded in a receipt. */
export function usageOfReceipt(receipt: Receipt): Usage {
  const { usage, tools, tier, told_cost, units } = receipt
  return {
    ...NO_USAGE,
    ...usage,
    ...(tools && { tools: ofTools(receipt, ({ calls }) => calls) }),
    ...(tier && { tier: tier.name }),
    ...(told_cost !== undefined && { told: told_cost }),
    ...(units !== undefined && { units }),
  }
}

function ofTools({ tools = {} }: Receipt, read: (tool: { calls: number; price: number }) => number): ToolCalls {
  const found: ToolCalls = {}
  for (const tool of TOOLS) if (tools[tool]) found[tool] = read(tools[tool])
  return found
}

/** Recomputes the charge in quota units from a receipt alone. It must equal the row's `quota`. */
export function recompute(receipt: Receipt): number {
  if (receipt.imported !== undefined) return receipt.imported
  if (receipt.end_reason === 'interrupted') return 0
  if (receipt.waived) return chargeOf(receipt.carry_in, 0).charge
  const cost = costOf(ratesOf(priceOfReceipt(receipt)), usageOfReceipt(receipt))
  return chargeOf(receipt.carry_in, Math.min(cost, receipt.payable ?? cost)).charge
}
