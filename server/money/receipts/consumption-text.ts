import type { Price } from '#contract/prices/price.ts'
import type { EndReason } from '#contract/receipt.ts'

/** Texts by price, for text calls and for calls with speech; there are few prices and many calls. */
const priceTexts = new WeakMap<Price, string>()
const spokenTexts = new WeakMap<Price, string>()

/** The text of a consumption row, in the form that consoles of this family expect; `more` is appended. */
export function consumptionText(price: Price, reason: EndReason, spoken = false, more = ''): string {
  const texts = spoken ? spokenTexts : priceTexts
  const known = texts.get(price)
  const text = known ?? priceText(price, spoken)
  if (known === undefined) texts.set(price, text)
  const note = NOTES[reason]
  // Appending an empty text would make a copy.
  return note === '' && more === '' ? text : text + note + more
}

function priceText(price: Price, spoken: boolean): string {
  const { modelPrice, modelRatio, ratios } = price
  if (modelPrice !== null) return `模型价格 ${decimals(modelPrice)}，${payerText(price)}`
  const audio = `音频倍率 ${decimals(ratios.audioInput)}，音频补全倍率 ${decimals(audioCompletionRatio(price))}，`
  return `模型倍率 ${decimals(modelRatio)}，补全倍率 ${decimals(ratios.output)}，${spoken ? audio : ''}${payerText(price)}`
}

/** What multiplies the price for the one who pays; the user's ratio only where there is one. */
export function payerText({ groupRatio, userRatio }: Price): string {
  const group = `分组倍率 ${decimals(groupRatio)}`
  return userRatio === undefined ? group : `${group}，用户倍率 ${decimals(userRatio)}`
}

/** The price of audio output relative to audio input, as this API family states it. */
export function audioCompletionRatio({ ratios }: Pick<Price, 'ratios'>): number {
  if (ratios.audioInput === 0) return 0
  return Number((ratios.audioOutput / ratios.audioInput).toPrecision(6))
}

/** Formats with two decimals as this API family does, and with more where two would show another price. */
export function decimals(value: number): string {
  const short = value.toFixed(2)
  return Number(short) === value ? short : String(Number(value.toFixed(6)))
}

/** The notes on answers that were cut off. */
const NOTES: Record<EndReason, string> = {
  stop: '',
  client_abort: '（客户端中断）',
  upstream_error: '（上游中断）',
  first_byte_timeout: '（上游首字超时）',
  idle_timeout: '（上游超时）',
  total_timeout: '（超过总时限）',
  insufficient_quota: '（额度不足，提前结束）',
  stopped: '（管理员停止）',
  interrupted: '（服务中断，未计费）',
  failed: '（失败，未计费）',
}
