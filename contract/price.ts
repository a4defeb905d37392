/** The arithmetic of a charge, shared by the ledger and the log page. Pure; exact integers inside. */

/** Token counts of one call by component; the components are disjoint, so nothing is counted twice. */
export interface Usage {
  /** Uncached text input. */
  input: number
  cacheRead: number
  cacheWrite5m: number
  cacheWrite1h: number
  /** Text output; reasoning tokens are part of it. */
  output: number
  /** For display: how much of `output` was reasoning. */
  reasoning: number
  audioInput: number
  audioOutput: number
  imageInput: number
  imageOutput: number
  /** Calls of tools that the vendor ran for the answer; absent = none. */
  tools?: ToolCalls
  /** The vendor's tier of service that is charged, such as `priority`; absent = the standard one. */
  tier?: string
}
/** What is counted in tokens. */
export type TokenKind = Exclude<keyof Usage, 'tools' | 'tier'>
export type Component = Exclude<TokenKind, 'reasoning'>

/** Tools that vendors run themselves and sell by the call; the interpreter by the gigabytes of its containers. */
export const TOOLS = ['web_search', 'file_search', 'code_interpreter', 'image_generation'] as const
export type Tool = (typeof TOOLS)[number]
/** Whether a price can be given under a name: that of a tool, or of a tool for one model. */
export const isToolName = (name: string) =>
  TOOLS.some((tool) => name === tool || (name.startsWith(`${tool}:`) && name.length > tool.length + 1))
/** The options that hold prices by the names of models, or of tools. */
export const PRICE_MAPS: readonly string[] = ['ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio', 'ToolPrice']
/** Whether a name has a blank where that of no model and no tool has one: its price would count for nothing. */
export const hasStrayBlank = (name: string) =>
  name !== name.trim() || TOOLS.some((tool) => name.startsWith(`${tool}:`) && /^\s/.test(name.slice(tool.length + 1)))
export type ToolCalls = Partial<Record<Tool, number>>

/** A usage of plain text. */
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

/** How one model is priced for one group. Ratio 1 = 2 USD per million input tokens. */
export interface Price {
  /** USD of one call; when set, tokens do not matter. */
  modelPrice: number | null
  modelRatio: number
  /** Price of a component relative to input. */
  ratios: Record<Exclude<Component, 'input'>, number>
  /** USD of one call of a tool; what is absent costs nothing. */
  tools?: Partial<Record<Tool, number>>
  /** What a tier of service costs relative to the standard one; calls of tools cost the same in each. */
  tiers?: Tiers
  groupRatio: number
  quotaPerUnit: number
}

/** Factors on the price by the names of tiers. */
export type Tiers = Readonly<Record<string, number>>

/**
 * The factor of a tier, which may be several at once (`fast+us`); 1 for what the list does not know. Rounded as ratios
 * are, so that a receipt holds exactly what was charged.
 */
export function tierFactor(tiers: Tiers | undefined, tier: string | undefined): number {
  if (!tiers || !tier) return 1
  const own = factorOf(tiers, tier)
  if (own !== undefined) return own
  return Number(
    tier
      .split('+')
      .reduce((product, part) => product * (factorOf(tiers, part) ?? 1), 1)
      .toFixed(DIGITS),
  )
}

/** Callers may name a tier `constructor`. */
const factorOf = (tiers: Tiers, name: string) => (Object.hasOwn(tiers, name) ? tiers[name] : undefined)

/** Every ratio becomes an integer of billionths. */
const DIGITS = 9
const SCALE = 10 ** DIGITS
/**
 * The largest ratio that an operator can set, of a model, a component or a group: times SCALE it is 10¹⁵, below 2⁵³, so
 * that a decimal with nine digits behind the point is read exactly. Products of ratios are big integers.
 */
export const MAX_RATIO = 1_000_000
/** The largest price of a call that an operator can set, in USD; exact for the same reason. */
export const MAX_CALL_USD = 1_000_000
/**
 * The most that one call costs, in thousandths of a unit. All bounds together (10⁹ tokens of each component, each ratio
 * MAX_RATIO) multiply to about 10³⁴, which no number holds exactly and no balance pays: whatever comes out above this
 * costs this. It is 9 × 10¹² units (18 million USD unless QuotaPerUnit says otherwise), and leaves room below 2⁵³ for
 * what is carried; a balance of MAX_QUOTA pays a hundred of such calls, and stays exact when it is overdrawn by them.
 */
export const MAX_COST = 9_000_000_000_000_000
const scaled = (ratio: number) => BigInt(Math.round(ratio * SCALE))
const S = BigInt(SCALE)

/** Exact price of a single token (or of a call), so that a charge costs a few multiplications. */
export interface Rates {
  /** Thousandths of a unit × SCALE⁴ per token. */
  perToken: Record<Component, bigint>
  /** The same over a smaller scale where plain numbers are exact, for calls of up to `MOST_TOKENS`. */
  fast: { perToken: Record<Component, number>; scale: number } | undefined
  /** Thousandths of a unit of a fixed-price call, or null. */
  perCall: number | null
  /** Thousandths of a unit of one call of a tool. */
  perTool: ToolCalls
  tiers: Tiers | undefined
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

/** One ratio unit is 2 USD per million tokens, so a token of ratio 1 costs 2 × QuotaPerUnit / 10⁶ units. */
export function ratesOf(price: Price): Rates {
  const unit = scaled((2 * price.quotaPerUnit) / 1_000_000) * scaled(price.groupRatio) * 1000n
  const input = unit * scaled(price.modelRatio)
  const perToken = {} as Record<Component, bigint>
  for (const component of COMPONENTS) {
    perToken[component] = component === 'input' ? input * S : input * scaled(price.ratios[component])
  }
  const fast = reduce(perToken)
  const { modelPrice, tiers } = price
  if (modelPrice === null) return { perToken, fast, perCall: null, perTool: toolRates(price), tiers }
  return { perToken, fast, perCall: ofDollars(modelPrice, price), perTool: {}, tiers }
}

/** What costs some USD before the group's ratio, in thousandths of a unit. */
function ofDollars(usd: number, { groupRatio, quotaPerUnit }: Price): number {
  return thousandths(scaled(usd) * scaled(groupRatio) * BigInt(Math.round(quotaPerUnit)) * 1000n, S * S)
}

/** Whoever gives a model away gives its tools away, and a fixed price has all in it. */
function toolRates(price: Price): ToolCalls {
  const rates: ToolCalls = {}
  if (!price.tools || price.modelRatio === 0) return rates
  for (const tool of TOOLS) rates[tool] = ofDollars(price.tools[tool] ?? 0, price)
  return rates
}

const S4 = S * S * S * S
const MOST_TOKENS = 10_000_000

/** Cancels the powers of ten that all rates share; undefined when what is left is too large for exact numbers. */
function reduce(perToken: Record<Component, bigint>): Rates['fast'] {
  let divisor = S4
  while (!COMPONENTS.every((component) => perToken[component] % divisor === 0n)) divisor /= 10n
  const scale = Number(S4 / divisor)
  const rates = {} as Record<Component, number>
  for (const component of COMPONENTS) rates[component] = Number(perToken[component] / divisor)
  // Rounding adds half a scale and doubles: stay a factor of four below the largest exact integer.
  const largest = Math.max(scale, ...Object.values(rates)) * MOST_TOKENS * 4
  return largest <= Number.MAX_SAFE_INTEGER ? { perToken: rates, scale } : undefined
}

const MOST = BigInt(MAX_COST)

/** A scaled cost as a number: halves are rounded up, and nothing is above MAX_COST. */
function thousandths(value: bigint, scale: bigint): number {
  const rounded = (value * 2n + scale) / (scale * 2n)
  return rounded > MOST ? MAX_COST : Number(rounded)
}

/** Exact cost of a usage, in thousandths of a quota unit. */
export function costOf(rates: Rates, usage: Usage): number {
  const factor = tierFactor(rates.tiers, usage.tier)
  if (rates.perCall !== null) return factor === 1 ? rates.perCall : timesFactor(BigInt(rates.perCall), 1n, factor)
  const tokens = factor === 1 ? costOfTokens(rates, usage) : timesFactor(exactSum(rates, usage), S4, factor)
  return usage.tools ? Math.min(MAX_COST, tokens + costOfTools(rates, usage.tools)) : tokens
}

function costOfTools({ perTool }: Rates, calls: ToolCalls): number {
  return TOOLS.reduce((sum, tool) => Math.min(MAX_COST, sum + (calls[tool] ?? 0) * (perTool[tool] ?? 0)), 0)
}

function costOfTokens(rates: Rates, usage: Usage): number {
  const { fast } = rates
  if (fast) {
    const { tokens, sum } = fastSum(fast.perToken, usage)
    if (tokens <= MOST_TOKENS) return rounded(sum, fast.scale)
  }
  return thousandths(exactSum(rates, usage), S4)
}

function exactSum(rates: Rates, usage: Usage): bigint {
  let sum = 0n
  for (const component of COMPONENTS) {
    const tokens = usage[component]
    if (tokens > 0) sum += BigInt(tokens) * rates.perToken[component]
  }
  return sum
}

/** A scaled cost in another tier, rounded once. */
const timesFactor = (sum: bigint, scale: bigint, factor: number) => thousandths(sum * scaled(factor), scale * S)

/** The cost of plain text, without an object for its usage: holds are made for every call. */
export function costOfText(rates: Rates, input: number, output: number): number {
  const { fast, perCall } = rates
  if (perCall !== null || !fast || input + output > MOST_TOKENS) return costOf(rates, tokensUsed(input, output))
  return rounded(input * fast.perToken.input + output * fast.perToken.output, fast.scale)
}

const rounded = (sum: number, scale: number) => Math.floor((sum * 2 + scale) / (scale * 2))

/** Written out, because it is done several times for every call. */
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
 * Splits carried and new thousandths into whole units to charge and the rest to carry on. A carry below zero (a charge
 * was taken back whose carry the next one had used) is made up for first: nothing is charged less than nothing.
 */
export function chargeOf(carry: number, cost: number): { charge: number; carry: number } {
  const sum = carry + cost
  const charge = Math.max(0, Math.floor(sum / 1000))
  return { charge, carry: sum - charge * 1000 }
}

/** Prompt tokens as the log shows them: all input components together. */
export function promptTokens(usage: Usage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h + usage.audioInput + usage.imageInput
}

/** Completion tokens as the log shows them. */
export function completionTokens(usage: Usage): number {
  return usage.output + usage.audioOutput + usage.imageOutput
}

/** Whether a usage says anything of tokens; of an answer it may be known only what tools did for it. */
export const hasTokens = (usage: Usage) => promptTokens(usage) + completionTokens(usage) > 0
