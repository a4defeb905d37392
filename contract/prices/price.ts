/** Charge arithmetic shared by the ledger and the log page. Pure functions with exact integers. */

/** Token counts of one call by component. Components are disjoint, so nothing is counted twice. */
export interface Usage {
  /** Uncached text input. */
  input: number
  cacheRead: number
  cacheWrite5m: number
  cacheWrite1h: number
  /** Text output, including reasoning tokens. */
  output: number
  /** Reasoning part of `output`, for display. */
  reasoning: number
  audioInput: number
  audioOutput: number
  imageInput: number
  imageOutput: number
  /** Calls of tools that the vendor ran; absent = none. */
  tools?: ToolCalls
  /** The vendor's service tier that is charged, such as `priority`; absent = the standard tier. */
  tier?: string
  /** USD that the vendor says the call costs, where only that counts its fees: it costs at least as much. */
  told?: number
  /** How many of what a price per call is for, such as the searches of a reranking; absent = one. */
  units?: number
}
/** Components counted in tokens. */
export type TokenKind = Exclude<keyof Usage, 'tools' | 'tier' | 'told' | 'units'>
export type Component = Exclude<TokenKind, 'reasoning'>

/**
 * Tools that vendors run and charge per call. The interpreter is charged by the gigabytes of its containers, pictures
 * by how many medium squares of gpt-image-1 they cost (`server/formats/dialects/picture-prices.ts`).
 */
export const TOOLS = [
  'web_search',
  'web_search_preview',
  'file_search',
  'code_interpreter',
  'image_generation',
  'google_maps',
] as const
export type Tool = (typeof TOOLS)[number]
/** Whether a name is valid in a tool price map: a tool, or a tool for one model. */
export const isToolName = (name: string) =>
  TOOLS.some((tool) => name === tool || (name.startsWith(`${tool}:`) && name.length > tool.length + 1))
/** Options that map names of models or tools to prices. */
export const PRICE_MAPS: readonly string[] = ['ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio', 'ToolPrice']
/** Whether a name has a blank that no model or tool name has: its price would never apply. */
export const hasStrayBlank = (name: string) =>
  name !== name.trim() || TOOLS.some((tool) => name.startsWith(`${tool}:`) && /^\s/.test(name.slice(tool.length + 1)))
/**
 * Why one model's price is suggested for another: the same name at another vendor, the same model of another date or
 * edition, another version of the same family, or a name that begins alike.
 */
export const SUGGESTION_REASONS = ['name', 'edition', 'family', 'similar'] as const
export type SuggestionReason = (typeof SUGGESTION_REASONS)[number]
export type ToolCalls = Partial<Record<Tool, number>>

/** A usage of text input and output only. */
export function tokensUsed(input: number, output: number): Usage {
  return {
    input,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    output,
    reasoning: 0,
    audioInput: 0,
    audioOutput: 0,
    imageInput: 0,
    imageOutput: 0,
  }
}

export const NO_USAGE: Readonly<Usage> = tokensUsed(0, 0)

/** Price of one model for one group. Ratio 1 = 2 USD per million input tokens. */
export interface Price {
  /** USD per call; when set, tokens are not charged. */
  modelPrice: number | null
  modelRatio: number
  /** Price of each component relative to input. */
  ratios: Record<Exclude<Component, 'input'>, number> & {
    /** Reasoning tokens, where they cost something else than the rest of the output. */
    reasoning?: number
  }
  /** USD per tool call; absent tools are free. */
  tools?: Partial<Record<Tool, number>>
  /** Price of each service tier relative to the standard one; tool calls cost the same in all tiers. */
  tiers?: Tiers
  groupRatio: number
  /** What the user pays is multiplied by it, after the group's ratio; absent = 1. */
  userRatio?: number
  quotaPerUnit: number
}

/** USD per million input tokens at ratio 1. */
export const USD_PER_RATIO = 2

/** Price factors by tier name. */
export type Tiers = Readonly<Record<string, number>>

/**
 * The factor of a tier, or of several combined tiers (`fast+us`); 1 for unknown ones. Rounded like ratios, so that
 * a receipt holds exactly what was charged.
 */
export function tierFactor(tiers: Tiers | undefined, tier: string | undefined): number {
  if (!tiers || !tier) return 1
  const own = factorOf(tiers, tier)
  if (own !== undefined) return own
  if (!tier.includes('+')) return 1
  return Number(
    tier
      .split('+')
      .reduce((product, part) => product * (factorOf(tiers, part) ?? 1), 1)
      .toFixed(DIGITS),
  )
}

/** `hasOwn`, since callers can send a tier named `constructor`. */
const factorOf = (tiers: Tiers, name: string) => (Object.hasOwn(tiers, name) ? tiers[name] : undefined)

/** Decimal digits of a ratio: every ratio becomes an integer of billionths. */
const DIGITS = 9
const SCALE = 10 ** DIGITS
/** The largest ratio of a user that an administrator can set. */
export const MAX_USER_RATIO = 1000
/** Whether a ratio has no more digits after the point than charges are computed with. */
export const isExactRatio = (ratio: number) => Number(ratio.toFixed(DIGITS)) === ratio
/**
 * The largest ratio of a model, component or group that an operator can set. Times SCALE it is 10¹⁵, below 2⁵³, so
 * a decimal with nine digits after the point is read exactly. Products of ratios are big integers.
 */
export const MAX_RATIO = 1_000_000
/** The largest price per call in USD that an operator can set; exact for the same reason. */
export const MAX_CALL_USD = 1_000_000
/**
 * Maximum cost of one call in thousandths of a unit; higher results are cut to it. All bounds together (10⁹ tokens
 * of each component, each ratio at its limit) multiply to about 10³⁷, which is not exact as a number and exceeds every
 * balance. The limit is 9 × 10¹² units (18 million USD with the default QuotaPerUnit) and leaves room below 2⁵³ for
 * the carry. A balance of MAX_QUOTA pays 100 such calls and stays exact when they overdraw it.
 */
export const MAX_COST = 9_000_000_000_000_000
const scaled = (ratio: number) => BigInt(Math.round(ratio * SCALE))
const S = BigInt(SCALE)

/** Exact prices per token or per call, precomputed so that a charge takes a few multiplications. */
export interface Rates {
  /** Thousandths of a unit × SCALE⁵ per token. */
  perToken: Record<Component, bigint>
  /** The same with a smaller scale, where plain numbers are exact for calls of up to `MAX_TOKENS`. */
  fast: { perToken: Record<Component, number>; scale: number } | undefined
  /** What a reasoning token costs beyond an output token, scaled like `perToken`; it may be below 0. */
  reasoningSurcharge?: bigint
  /** Thousandths of a unit per call at a fixed price, or null. */
  perCall: number | null
  /** Thousandths of a unit per tool call. */
  perTool: ToolCalls
  tiers: Tiers | undefined
  /** Thousandths of a unit × SCALE² per USD that the vendor tells. */
  perUsd: bigint
}

const COMPONENTS: Component[] = [
  'input',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'output',
  'audioInput',
  'audioOutput',
  'imageInput',
  'imageOutput',
]

/**
 * Computes the rates of a price. One ratio unit is 2 USD per million tokens, so a token of ratio 1 costs 2 ×
 * QuotaPerUnit / 10⁶ units.
 */
export function ratesOf(price: Price): Rates {
  const unit = scaled((USD_PER_RATIO * price.quotaPerUnit) / 1_000_000) * ratioOfPayer(price) * 1000n
  const input = unit * scaled(price.modelRatio)
  const perToken = {} as Record<Component, bigint>
  for (const component of COMPONENTS) {
    perToken[component] = component === 'input' ? input * S : input * scaled(price.ratios[component])
  }
  const { modelPrice, tiers } = price
  const surcharge = surchargeOf(price, input, perToken.output)
  const fast = surcharge ? undefined : reduce(perToken)
  const perUsd = usdRate(price)
  if (modelPrice === null)
    return { perToken, fast, ...surcharge, perCall: null, perTool: toolRates(price), tiers, perUsd }
  return { perToken, fast, perCall: ofDollars(modelPrice, price), perTool: {}, tiers, perUsd }
}

/** What multiplies the price for the one who pays: the ratios of the group and of the user, × SCALE². */
const ratioOfPayer = ({ groupRatio, userRatio = 1 }: Price) => scaled(groupRatio) * scaled(userRatio)

function surchargeOf({ ratios }: Price, input: bigint, output: bigint): Pick<Rates, 'reasoningSurcharge'> | undefined {
  if (ratios.reasoning === undefined || ratios.reasoning === ratios.output) return undefined
  return { reasoningSurcharge: input * scaled(ratios.reasoning) - output }
}

const usdRate = (price: Price) => ratioOfPayer(price) * BigInt(Math.round(price.quotaPerUnit)) * 1000n

/** Converts USD before the ratios of group and user into thousandths of a unit. */
const ofDollars = (usd: number, price: Price) => thousandths(scaled(usd) * usdRate(price), S * S * S)

/** Tools of free models are free, and a fixed price includes tools. */
function toolRates(price: Price): ToolCalls {
  const rates: ToolCalls = {}
  if (!price.tools || price.modelRatio === 0) return rates
  for (const tool of TOOLS) rates[tool] = ofDollars(price.tools[tool] ?? 0, price)
  return rates
}

const S5 = S * S * S * S * S
const MAX_TOKENS = 10_000_000

/** Cancels the common powers of ten of all rates; undefined when the remaining numbers are not exact. */
function reduce(perToken: Record<Component, bigint>): Rates['fast'] {
  let divisor = S5
  while (!COMPONENTS.every((component) => perToken[component] % divisor === 0n)) divisor /= 10n
  const scale = Number(S5 / divisor)
  const rates = {} as Record<Component, number>
  for (const component of COMPONENTS) rates[component] = Number(perToken[component] / divisor)
  // Rounding adds half a scale and doubles: stay a factor of four below the largest exact integer.
  const largest = Math.max(scale, ...Object.values(rates)) * MAX_TOKENS * 4
  return largest <= Number.MAX_SAFE_INTEGER ? { perToken: rates, scale } : undefined
}

const MOST = BigInt(MAX_COST)

/** Converts a scaled cost to a number: halves are rounded up, and the result is at most MAX_COST. */
function thousandths(value: bigint, scale: bigint): number {
  const rounded = (value * 2n + scale) / (scale * 2n)
  return rounded > MOST ? MAX_COST : Number(rounded)
}

/** Exact cost of a usage, in thousandths of a quota unit. */
export function costOf(rates: Rates, usage: Usage): number {
  const listed = listedCost(rates, usage)
  const { told } = usage
  return told === undefined ? listed : Math.max(listed, thousandths(scaled(told) * rates.perUsd, S * S * S))
}

function listedCost(rates: Rates, usage: Usage): number {
  const factor = tierFactor(rates.tiers, usage.tier)
  if (rates.perCall !== null) {
    const calls = Math.min(MAX_COST, rates.perCall * (usage.units ?? 1))
    return factor === 1 ? calls : timesFactor(BigInt(calls), 1n, factor)
  }
  const tokens = factor === 1 ? costOfTokens(rates, usage) : timesFactor(exactSum(rates, usage), S5, factor)
  return usage.tools ? Math.min(MAX_COST, tokens + costOfTools(rates, usage.tools)) : tokens
}

function costOfTools({ perTool }: Rates, calls: ToolCalls): number {
  return TOOLS.reduce((sum, tool) => {
    return Math.min(MAX_COST, sum + Math.round((calls[tool] ?? 0) * (perTool[tool] ?? 0)))
  }, 0)
}

function costOfTokens(rates: Rates, usage: Usage): number {
  const { fast } = rates
  if (fast) {
    const { tokens, sum } = fastSum(fast.perToken, usage)
    if (tokens <= MAX_TOKENS) return rounded(sum, fast.scale)
  }
  return thousandths(exactSum(rates, usage), S5)
}

function exactSum(rates: Rates, usage: Usage): bigint {
  // Reasoning is a part of the output, also where an upstream reports more of it.
  let sum = BigInt(Math.min(usage.reasoning, usage.output)) * (rates.reasoningSurcharge ?? 0n)
  for (const component of COMPONENTS) {
    const tokens = usage[component]
    if (tokens > 0) sum += BigInt(tokens) * rates.perToken[component]
  }
  return sum
}

/** The scaled cost times a tier factor, rounded once. */
const timesFactor = (sum: bigint, scale: bigint, factor: number) => thousandths(sum * scaled(factor), scale * S)

/** The cost of text only, without allocating a usage object: it is called for the hold of every call. */
export function costOfText(rates: Rates, input: number, output: number): number {
  const { fast, perCall } = rates
  if (perCall !== null || !fast || input + output > MAX_TOKENS) return costOf(rates, tokensUsed(input, output))
  return rounded(input * fast.perToken.input + output * fast.perToken.output, fast.scale)
}

const rounded = (sum: number, scale: number) => Math.floor((sum * 2 + scale) / (scale * 2))

/** Unrolled, because it runs several times per call. */
function fastSum(per: Record<Component, number>, usage: Usage): { tokens: number; sum: number } {
  const { input, cacheRead, cacheWrite5m, cacheWrite1h, output, audioInput, audioOutput, imageInput, imageOutput } =
    usage
  return {
    tokens:
      input + cacheRead + cacheWrite5m + cacheWrite1h + output + audioInput + audioOutput + imageInput + imageOutput,
    sum:
      input * per.input +
      cacheRead * per.cacheRead +
      cacheWrite5m * per.cacheWrite5m +
      cacheWrite1h * per.cacheWrite1h +
      output * per.output +
      audioInput * per.audioInput +
      audioOutput * per.audioOutput +
      imageInput * per.imageInput +
      imageOutput * per.imageOutput,
  }
}

/**
 * Splits carried and new thousandths into whole units to charge and the remaining carry. A negative carry (a charge
 * was refunded after the next one had used its carry) is balanced first: a charge is never negative.
 */
export function chargeOf(carry: number, cost: number): { charge: number; carry: number } {
  const sum = carry + cost
  const charge = Math.max(0, Math.floor(sum / 1000))
  return { charge, carry: sum - charge * 1000 }
}

/** Prompt tokens as shown in the log: the sum of all input components. */
export function promptTokens(usage: Usage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h + usage.audioInput + usage.imageInput
}

/** Completion tokens as shown in the log. */
export function completionTokens(usage: Usage): number {
  return usage.output + usage.audioOutput + usage.imageOutput
}

/** Whether a usage has token counts; some answers only report tool calls. */
export const hasTokens = (usage: Usage) => promptTokens(usage) + completionTokens(usage) > 0
