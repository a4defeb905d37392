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
} from './price.ts'

/** Why an answer ended. */
export type EndReason =
  | 'stop'
  | 'client_abort'
  | 'upstream_error'
  | 'first_byte_timeout'
  | 'idle_timeout'
  | 'total_timeout'
  | 'insufficient_quota'
  | 'interrupted'
  /** Never begun: nobody served the call. */
  | 'failed'

/** One try at one channel, as the retry path shows it. */
export interface AttemptRecord {
  channel: number
  /** HTTP status of the upstream, 0 when it could not be reached. */
  status: number
  /** Milliseconds from the start of this attempt until its answer began or failed. */
  ms: number
  error?: string
}

/** The JSON text in `other` of a call in the log: everything that is needed to explain and recompute the charge. */
export interface Receipt {
  model_ratio: number
  completion_ratio: number
  group_ratio: number
  /** USD per call; −1 when billed by tokens. */
  model_price: number
  /** Milliseconds that the caller waited for the first byte, all attempts together; −1000 when none came. */
  frt: number
  /** Price of the other components relative to input, only those that the usage has. */
  ratios?: Partial<Record<TokenKind, number>>
  /** Non-zero token counts. */
  usage: Partial<Record<TokenKind, number>>
  /** Tools that the vendor ran and that cost something: how many calls, at how many USD each. */
  tools?: Partial<Record<Tool, { calls: number; price: number }>>
  /** The vendor's tier of service that the answer named, where it has another price: a factor on all but the tools. */
  tier?: { name: string; factor: number }
  usage_source: 'upstream' | 'estimated'
  end_reason: EndReason
  /** `cancel` or `drain`, only on a client abort. */
  abort_policy?: 'cancel' | 'drain'
  price_version: string
  quota_per_unit: number
  /** Thousandths of a unit before and after this charge. */
  carry_in: number
  carry_out: number
  /** Thousandths of a unit that the owner could pay, only where the usage costs more: then they are the cost. */
  payable?: number
  request_id: string
  group: string
  /** The call was a response of a realtime session, or a transcript of what was said in one. */
  ws?: true
  /** The request id of the session. */
  session_id?: string
  /** The upstream's name for the response, by which its invoice can be compared. */
  response_id?: string
  /** A chat in which something was spoken. */
  audio?: true
  /** Where something was spoken: tokens by kind. Cached ones are text here, as they are paid alike. */
  audio_input?: number
  audio_output?: number
  text_input?: number
  text_output?: number
  /** Price of audio input relative to text input, and of audio output relative to audio input. */
  audio_ratio?: number
  audio_completion_ratio?: number
  /** Fields of the request that the upstream's format cannot say and that were left out, such as `tools[2]: web_search`. */
  omitted?: string[]
  /** Why the answer ended in the vendor's own word, where the caller's format has none. */
  vendor_reason?: string
  /** The model that the upstream was asked for, when a mapping changed it. */
  upstream_model?: string
  admin_info?: { use_channel: string[]; attempts?: AttemptRecord[] }
}

/** The price that a receipt was computed with. */
export function priceOfReceipt(receipt: Receipt): Price {
  const ratio = (component: TokenKind) => receipt.ratios?.[component] ?? 1
  return {
    modelPrice: receipt.model_price < 0 ? null : receipt.model_price,
    modelRatio: receipt.model_ratio,
    groupRatio: receipt.group_ratio,
    quotaPerUnit: receipt.quota_per_unit,
    ratios: {
      output: receipt.completion_ratio,
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

/** The usage that a receipt tells. */
export function usageOfReceipt(receipt: Receipt): Usage {
  const { usage, tools, tier } = receipt
  return {
    ...NO_USAGE,
    ...usage,
    ...(tools && { tools: ofTools(receipt, ({ calls }) => calls) }),
    ...(tier && { tier: tier.name }),
  }
}

function ofTools({ tools = {} }: Receipt, read: (tool: { calls: number; price: number }) => number): ToolCalls {
  const found: ToolCalls = {}
  for (const tool of TOOLS) if (tools[tool]) found[tool] = read(tools[tool])
  return found
}

/** The charge that follows from a receipt alone, in quota units. Equals the row's `quota`, or the ledger is wrong. */
export function recompute(receipt: Receipt): number {
  if (receipt.end_reason === 'interrupted') return 0
  const cost = costOf(ratesOf(priceOfReceipt(receipt)), usageOfReceipt(receipt))
  return chargeOf(receipt.carry_in, Math.min(cost, receipt.payable ?? cost)).charge
}
