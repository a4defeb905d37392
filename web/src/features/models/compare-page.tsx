import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import type { ModelMeasure } from '#contract/api/traffic.ts'
import { percentText } from '#contract/days.ts'
import { costText, priceTexts } from '#web/features/prices/public/price-cells.tsx'
import type { Tokens } from '#web/features/prices/public/prices.ts'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import { DASH, formatDuration, fullNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { tokenCount } from './card-words.ts'
import { catalogueQuery } from './catalogue-query.ts'
import { CompareAdder } from './compare-adder.tsx'
import { comparedNames, MAX_COMPARED } from './compare-search.ts'
import { CostToggles } from './cost-toggles.tsx'
import { measuresQuery } from './measures-query.ts'
import { Retirement } from './retirement.tsx'
import { useModelsSearch } from './use-models-search.ts'
import { useRatio } from './use-ratio.ts'

/** Up to four models side by side. The address names them, to share a comparison. */
export function ComparePage() {
  const { t } = useTranslation(['models', 'pricing'])
  const costs = useModelsSearch(false)
  const names = comparedNames(useSearch({ from: '/models/compare' }).models)
  const navigate = useNavigate({ from: '/models/compare' })
  const { data, error, refetch } = useQuery(catalogueQuery)
  const rows = data?.rows ?? []
  const compared = names.flatMap((name) => rows.find((row) => row.name === name) ?? [])
  const missing = data ? names.filter((name) => !rows.some((row) => row.name === name)) : []
  const show = (models: string[]) =>
    void navigate({ search: (before) => ({ ...before, models: models.join(',') || undefined }), replace: true })
  const remove = (removed: string) => show(names.filter((name) => name !== removed))
  const others = rows.filter(({ name }) => !names.includes(name))
  return (
    <div className="flex min-w-0 flex-col gap-3 px-4 pt-3 pb-4 max-sm:px-3">
      <header className="flex flex-wrap items-center gap-3">
        <h1 className="min-w-fit flex-1 text-title">{t('compare.title')}</h1>
        <CostToggles view="compare" costs={costs} />
      </header>
      {error && !data ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-80" />
      ) : (
        <>
          {missing.map((name) => (
            <Banner key={name} tone="warning" role="alert" onDismiss={() => remove(name)}>
              {t('page.missing', { name })}
            </Banner>
          ))}
          {compared.length === 0 && <p className="text-muted">{t('compare.hint', { count: MAX_COMPARED })}</p>}
          {compared.length < MAX_COMPARED && others.length > 0 && (
            <CompareAdder rows={others} onAdd={(name) => show([...compared.map((row) => row.name), name])} />
          )}
          {compared.length > 0 && (
            <Comparison
              rows={compared}
              ratios={data.ratios}
              tokens={costs.hasCosts ? costs.tokens : undefined}
              onRemove={remove}
            />
          )}
        </>
      )}
    </div>
  )
}

interface ComparisonProps {
  rows: readonly CatalogueRow[]
  ratios: Readonly<Record<string, number>>
  /** The call whose cost is compared, if the calculator is on. */
  tokens: Tokens | undefined
  onRemove: (name: string) => void
}

function Comparison({ rows, ratios, tokens, onRemove }: ComparisonProps) {
  const { t } = useTranslation('models')
  const lines = useLines(ratios, tokens)
  return (
    <ScrollRegion aria-label={t('compare.title')} className="surface overflow-x-auto focus-visible:-outline-offset-2">
      <table
        className="w-full min-w-[calc(8rem+12rem*var(--columns))] table-fixed border-separate border-spacing-0 max-sm:min-w-[calc(6rem+8rem*var(--columns))]"
        style={{ '--columns': rows.length } as CSSProperties}
      >
        <caption className="sr-only">{t('compare.title')}</caption>
        <thead>
          <tr>
            <td className={LABEL} />
            {rows.map((row) => (
              <th key={row.name} scope="col" className={`${CELL} font-strong`}>
                <span className="flex items-center gap-2 max-sm:flex-wrap max-sm:justify-between max-sm:gap-y-0">
                  <ModelMark model={row.name} vendor={row.vendor} />
                  <Link
                    to="/models/$"
                    params={{ _splat: row.name }}
                    className="min-w-0 wrap-anywhere hover:underline max-sm:order-last max-sm:w-full"
                  >
                    {row.name}
                  </Link>
                  <IconButton
                    label={t('compare.remove', { name: row.name })}
                    icon={<X size={16} aria-hidden />}
                    onClick={() => onRemove(row.name)}
                  />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, of }) => (
            <tr key={name}>
              <th scope="row" className={LABEL}>
                {name}
              </th>
              {rows.map((row) => (
                <td key={row.name} className={`${CELL} tabular-nums`}>
                  {of(row) || DASH}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

const CELL = 'border-line border-b px-3 max-sm:px-2 py-2 text-start align-top'
const LABEL =
  'sticky start-0 w-40 border-line max-sm:w-24 border-b bg-page px-3 max-sm:px-2 py-2 text-start align-top font-normal text-muted'

interface Line {
  name: string
  of: (row: CatalogueRow) => ReactNode
}

/** What is compared, in the reader's prices and language. */
function useLines(ratios: ComparisonProps['ratios'], tokens: Tokens | undefined): Line[] {
  const { t } = useTranslation(['models', 'pricing', 'table'])
  const status = useStatus()
  const ratioOf = useRatio(ratios)
  const { data } = useQuery(measuresQuery)
  const measured = (show: (measure: ModelMeasure) => string | false | null) => (row: CatalogueRow) => {
    const measure = data?.models.get(row.name)
    return measure && show(measure)
  }
  const price = (row: CatalogueRow) => priceTexts(row, ratioOf(row), status)
  const perCall = (call: string) => t('pricing:price.call', { price: call })
  const words = (kind: 'medium' | 'feature', list: readonly string[]) =>
    list.map((each) => t(`${kind}.${each}` as never)).join(t('table:names.separator'))
  return [
    {
      name: t('pricing:column.input'),
      of: (row) => {
        const { input, call } = price(row)
        return call === undefined ? input : perCall(call)
      },
    },
    { name: t('pricing:column.output'), of: (row) => price(row).output },
    ...(tokens
      ? [{ name: t('pricing:column.cost'), of: (row: CatalogueRow) => costText(row, ratioOf(row), status, tokens) }]
      : []),
    { name: t('column.context'), of: ({ context }) => context !== null && tokenCount(context) },
    { name: t('page.maxOutput'), of: ({ max_output }) => max_output !== null && tokenCount(max_output) },
    { name: t('page.input'), of: ({ input }) => words('medium', input) },
    { name: t('page.output'), of: ({ output }) => words('medium', output) },
    { name: t('page.features'), of: ({ features }) => words('feature', features) },
    {
      name: t('formats.title'),
      of: ({ formats }) => formats.map((each) => t(`formats.format.${each}`)).join(t('table:names.separator')),
    },
    {
      name: t('measured.first_byte'),
      of: measured(({ first_byte_ms }) => first_byte_ms !== null && formatDuration(first_byte_ms)),
    },
    {
      name: t('measured.speed'),
      of: measured(
        ({ tokens_per_second: speed }) =>
          speed !== null && t('measured.perSecond', { value: fullNumber(Math.round(speed)) }),
      ),
    },
    { name: t('measured.share'), of: measured(({ share }) => share !== null && percentText(share)) },
    { name: t('compare.rank'), of: measured(({ rank }) => `#${rank}`) },
    { name: t('page.released'), of: ({ released }) => released },
    { name: t('column.retires'), of: (row) => row.deprecated && <Retirement row={row} /> },
  ]
}
