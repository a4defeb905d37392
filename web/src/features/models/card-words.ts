import type { TFunction } from 'i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import { roundTo } from '#web/lib/format.ts'

/** Formats a number of tokens as vendors do: `128K`, `1M`, `1.05M`. */
export function tokenCount(tokens: number): string {
  if (tokens < 1000) return String(tokens)
  // Both 128000 and 131072 are sold as 128K, both 1000000 and 1047576 as 1M.
  const kilo = tokens % 1000 === 0 || (tokens % 100 === 0 && tokens % 1024 !== 0) ? 1000 : 1024
  const thousands = tokens / kilo
  return Math.round(thousands) < kilo - 1 ? `${trim(thousands)}K` : `${trim(thousands / kilo)}M`
}

const trim = (value: number) => String(roundTo(value, value < 10 ? 2 : 0))

/** What a model reads or answers with beside text, in words. */
export function mediaWords({ input, output }: Pick<CatalogueRow, 'input' | 'output'>, t: TFunction<'models'>) {
  const read = input.filter((medium) => medium !== 'text').map((medium) => t(`reads.${medium}`))
  const written = output.filter((medium) => medium !== 'text').map((medium) => t(`writes.${medium}`))
  return [...read, ...written]
}
