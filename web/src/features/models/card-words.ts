import type { TFunction } from 'i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import { hasOutputPrice } from '#contract/models.ts'
import { formatPrice, isPerCall, usdPerCall, usdPerMillion } from '#web/features/prices/public/prices.ts'
import { DASH, type QuotaDisplay } from '#web/lib/format.ts'

/** Formats a number of tokens as vendors do: `128K`, `1M`, `1.05M`. */
export function tokenCount(tokens: number): string {
  if (tokens >= 1_000_000) return `${trim(tokens / 1_000_000)}M`
  // 131072 is sold as 128K, and 128000 too.
  if (tokens >= 1024 && tokens % 1024 === 0 && tokens % 1000 !== 0) return `${trim(tokens / 1024)}K`
  return tokens >= 1000 ? `${trim(tokens / 1000)}K` : String(tokens)
}

const trim = (value: number) => String(Number(value.toFixed(value < 10 ? 2 : 0)))

/** The prices of a model as texts; `output` is absent when it is billed per call. */
export function priceTexts(row: CatalogueRow, ratio: number, t: TFunction<'models'>, display: QuotaDisplay) {
  const price = (usd: number) => formatPrice(usd, display)
  if (isPerCall(row)) return { input: t('perCall', { price: price(usdPerCall(row, ratio)) }), output: undefined }
  const { input, output } = usdPerMillion(row, ratio)
  return { input: price(input), output: hasOutputPrice(row.kind) ? price(output) : DASH }
}

/** What a model reads or answers with beside text, in words. */
export function mediaWords({ input, output }: Pick<CatalogueRow, 'input' | 'output'>, t: TFunction<'models'>) {
  const read = input.filter((medium) => medium !== 'text').map((medium) => t(`reads.${medium}`))
  const written = output.filter((medium) => medium !== 'text').map((medium) => t(`writes.${medium}`))
  return [...read, ...written]
}
