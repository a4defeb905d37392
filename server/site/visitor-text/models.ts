import type { CatalogueRow } from '#contract/api/models.ts'
import { BILLED_BY } from '#contract/api/public-prices.ts'
import {
  type DisplayCurrency,
  type DisplayOptions,
  displayScale,
  symbolOf,
} from '#contract/currency/display-currency.ts'
import { decimalProduct } from '#contract/decimal.ts'
import type { Language } from '#contract/errors.ts'
import { hasOutputPrice } from '#contract/models.ts'
import { USD_PER_RATIO } from '#contract/prices/price.ts'
import type { Calls } from '../../calls/calls.ts'
import type { Platform } from '../../platform/platform.ts'
import { catalogueOf } from '../models/catalogue.ts'
import { heading, link, paragraph, table } from './html.ts'

/** A longer list is cut: every page carries its text. */
const MOST = 300

const CURRENCY_NAMES = {
  USD: { zh: '美元', en: 'dollars' },
  CNY: { zh: '人民币', en: 'yuan' },
  EUR: { zh: '欧元', en: 'euros' },
}

const WORDS = {
  zh: {
    title: '模型',
    heads: ['模型', '输入', '输出', '上下文'],
    hint: (currency: DisplayCurrency) => `价格为每 100 万 tokens 的${CURRENCY_NAMES[currency].zh}价格。`,
    perCall: (price: string) => `每次 ${price}`,
    more: (count: number) => `另有 ${count} 个模型。`,
    none: '暂无模型。',
  },
  en: {
    title: 'Models',
    heads: ['Model', 'Input', 'Output', 'Context'],
    hint: (currency: DisplayCurrency) => `Prices are ${CURRENCY_NAMES[currency].en} per million tokens.`,
    perCall: (price: string) => `${price} a call`,
    more: (count: number) => `And ${count} more.`,
    none: 'No models yet.',
  },
}

/** The models on offer with their prices, as HTML; `level`: of the heading. */
export function modelsText(services: Platform & Calls, language: Language, level: 1 | 2 = 1): string {
  const words = WORDS[language]
  const rows = catalogueOf(services).rows()
  const ratio = services.options.values.GroupRatio.default ?? 1
  const title = heading(level, words.title)
  if (rows.length === 0) return title + paragraph(words.none)
  const currency = priceCurrency(services.options.values)
  const price = (...factors: number[]) => symbolOf(currency.code) + decimalProduct(...factors, ratio, currency.rate)
  const lines = rows.slice(0, MOST).map((row) => line(row, price, words))
  const more = rows.length > MOST ? paragraph(words.more(rows.length - MOST)) : ''
  return title + paragraph(words.hint(currency.code)) + table(words.heads, lines) + more
}

/** The currency of prices: the displayed one, or the dollar where amounts are in quota units. */
function priceCurrency(options: Readonly<DisplayOptions>): { code: DisplayCurrency; rate: number } {
  if (!options.DisplayInCurrencyEnabled) return { code: 'USD', rate: 1 }
  return { code: options.DisplayCurrency, rate: displayScale(options).rate }
}

function line(row: CatalogueRow, price: (...factors: number[]) => string, words: (typeof WORDS)[Language]): string[] {
  const { name, kind, quota_type, model_price, model_ratio, completion_ratio, context } = row
  const prices =
    quota_type === BILLED_BY.call
      ? [words.perCall(price(model_price)), '']
      : [
          price(USD_PER_RATIO, model_ratio),
          hasOutputPrice(kind) ? price(USD_PER_RATIO, model_ratio, completion_ratio) : '—',
        ]
  return [link(`/models/${encodeURI(name)}`, name), ...prices, context?.toLocaleString('en-US') ?? '']
}
