import type { Finding, Judge } from './kind.ts'

/** A model that enabled channels offer without a price, and the failed calls that asked for it within a day. */
export interface UnpricedDemand {
  model: string
  failed: number
}

/** Models without a price that callers ask for. */
export const unpriced: Judge<'unpriced', readonly UnpricedDemand[]> = {
  every: 300,
  evaluate: (models, { calls }) => models.map((demand) => judge(demand, calls)),
  recovered: (name) => ({
    zh: `模型 ${name} 已有价格或不再提供`,
    en: `${name} has a price or is no longer offered`,
  }),
}

/** Callers who have given up are no reason to say that it is all right: the model still has no price. */
function judge({ model, failed }: UnpricedDemand, calls: number): Finding {
  if (failed < calls) return { state: 'hold', subject: model }
  return {
    ...{ state: 'open', subject: model, name: model, value: failed, links: { model } },
    title: {
      zh: `模型 ${model} 没有价格，24 小时内有 ${failed} 次调用失败`,
      en: `${model} has no price. Failed calls within 24 hours: ${failed}`,
    },
  }
}
