import type { Receipt } from '#contract/receipt.ts'

/** The text of a consumption row, in the words that consoles of this family expect. */
export function consumptionText(receipt: Receipt): string {
  const price =
    receipt.model_price >= 0
      ? `模型价格 ${receipt.model_price.toFixed(2)}，分组倍率 ${receipt.group_ratio.toFixed(2)}`
      : `模型倍率 ${receipt.model_ratio.toFixed(2)}，补全倍率 ${receipt.completion_ratio.toFixed(2)}，分组倍率 ${receipt.group_ratio.toFixed(2)}`
  return `${price}${NOTES[receipt.end_reason]}`
}

/** What is said of an answer that did not end by itself. */
const NOTES: Record<Receipt['end_reason'], string> = {
  stop: '',
  client_abort: '（客户端中断）',
  upstream_error: '（上游中断）',
  first_byte_timeout: '（上游首字超时）',
  idle_timeout: '（上游超时）',
  total_timeout: '（超过总时限）',
  insufficient_quota: '（额度不足，提前结束）',
  interrupted: '（服务中断，未计费）',
}
