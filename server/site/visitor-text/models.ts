import type { CatalogueRow } from '#contract/api/models.ts'
import { BILLED_BY } from '#contract/api/pricing.ts'
import { decimalProduct } from '#contract/decimal.ts'
import type { Language } from '#contract/errors.ts'
import { USD_PER_RATIO } from '#contract/price.ts'
import { catalogueOf } from '../../models/catalogue.ts'
import type { Services } from '../../services.ts'
import { heading, link, paragraph, table } from './html.ts'

/** A longer list is cut: every page carries its text. */
const MOST = 300

const WORDS = {
  zh: {
    title: '模型',
    heads: ['模型', '输入', '输出', '上下文'],
    hint: '价格为每 100 万 tokens 的美元价格。',
    perCall: (usd: string) => `每次 $${usd}`,
    more: (count: number) => `另有 ${count} 个模型。`,
    none: '暂无模型。',
  },
  en: {
    title: 'Models',
    heads: ['Model', 'Input', 'Output', 'Context'],
    hint: 'Prices are dollars per million tokens.',
    perCall: (usd: string) => `$${usd} a call`,
    more: (count: number) => `And ${count} more.`,
    none: 'No models yet.',
  },
}

/** The models on offer with their prices, as HTML; `level`: of the heading. */
export function modelsText(services: Services, language: Language, level: 1 | 2 = 1): string {
  const words = WORDS[language]
  const rows = catalogueOf(services).rows()
  const ratio = services.options.values.GroupRatio.default ?? 1
  const title = heading(level, words.title)
  if (rows.length === 0) return title + paragraph(words.none)
  const lines = rows.slice(0, MOST).map((row) => line(row, ratio, words))
  const more = rows.length > MOST ? paragraph(words.more(rows.length - MOST)) : ''
  return title + paragraph(words.hint) + table(words.heads, lines) + more
}

function line(row: CatalogueRow, ratio: number, words: (typeof WORDS)[Language]): string[] {
  const { name, quota_type, model_price, model_ratio, completion_ratio, context } = row
  const input = () => decimalProduct(USD_PER_RATIO, model_ratio, ratio)
  const output = () => decimalProduct(USD_PER_RATIO, model_ratio, completion_ratio, ratio)
  const prices =
    quota_type === BILLED_BY.call
      ? [words.perCall(decimalProduct(model_price, ratio)), '']
      : [`$${input()}`, `$${output()}`]
  return [link(`/models/${encodeURI(name)}`, name), ...prices, context?.toLocaleString('en-US') ?? '']
}
