import type { TFunction } from 'i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import { roundTo } from '#web/lib/format.ts'

/** Formats a number of tokens as vendors do: `128K`, `1M`, `1.05M`. */
export function tokenCount(tokens: number): string {
  if (tokens >= 1_000_000) return `${trim(tokens / 1_000_000)}M`
  // 131072 is sold as 128K, and 128000 too.
  if (tokens >= 1024 && tokens % 1024 === 0 && tokens % 1000 !== 0) return `${trim(tokens / 1024)}K`
  return tokens >= 1000 ? `${trim(tokens / 1000)}K` : String(tokens)
}

const trim = (value: number) => String(roundTo(value, value < 10 ? 2 : 0))

/** What a model reads or answers with beside text, in words. */
export function mediaWords({ input, output }: Pick<CatalogueRow, 'input' | 'output'>, t: TFunction<'models'>) {
  const read = input.filter((medium) => medium !== 'text').map((medium) => t(`reads.${medium}`))
  const written = output.filter((medium) => medium !== 'text').map((medium) => t(`writes.${medium}`))
  return [...read, ...written]
}
