import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import { hasOutputPrice } from '#contract/models.ts'
import { catalogueQuery } from '#web/features/models/catalogue-query.ts'
import { isPerCall, usdPerCall, usdPerMillion } from '#web/features/prices/public/prices.ts'
import { ratioOf, VISITOR_GROUP } from '#web/features/prices/public/viewed.ts'
import { NoModelsAction } from '#web/features/vendors/no-models-action.tsx'
import { VendorMark } from '#web/features/vendors/vendor-mark.tsx'
import { DASH } from '#web/lib/format.ts'
import { formatPrice, priceCurrency } from '#web/lib/format-prices.ts'
import { useUser, useUserRatio } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { tipIfCut } from '#web/ui/tooltip.tsx'
import { countOf, type Offer, offersOf } from './offer.ts'

/** Models of a vendor that are shown; the rest stands on the page of prices. */
const SHOWN = 5

/** The models on offer by vendor, with their prices for the reader's group. */
export default function ModelsBlock() {
  const { t } = useTranslation('home')
  const { t: common } = useTranslation()
  const status = useStatus()
  const id = useId()
  const group = useUser()?.group || VISITOR_GROUP
  const { data, error } = useQuery(catalogueQuery)
  const offers = data && offersOf(data.rows, group)
  const userRatio = useUserRatio()
  const ratio = (data ? ratioOf(data.ratios, group) : 1) * userRatio
  const { count, vendors } = countOf(offers ?? [])
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1">
          <h2 id={id} className="text-title">
            {t('models')}
          </h2>
          {count > 0 && (
            <p className="text-muted">
              {t('modelsHint', { count, vendors, currency: common(`currency.${priceCurrency(status)}`) })}
            </p>
          )}
        </div>
        {count > 0 && (
          <Link to="/models" className={buttonClass('default')}>
            {t('allModels')}
            <ArrowRight size={16} aria-hidden />
          </Link>
        )}
      </div>
      {error && <p className="text-danger">{t('modelsFailed')}</p>}
      {!offers && !error && <Skeleton className="h-48" />}
      {offers?.length === 0 && (
        <div className="surface">
          <EmptyState title={t('noModels')} hint={t('noModelsHint')} action={<NoModelsAction />} />
        </div>
      )}
      {offers && offers.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {offers.map((offer) => (
            <VendorCard key={offer.vendor} offer={offer} ratio={ratio} />
          ))}
        </ul>
      )}
    </section>
  )
}

function VendorCard({ offer: { vendor, rows, abilities }, ratio }: { offer: Offer; ratio: number }) {
  const { t } = useTranslation('home')
  const { t: words } = useTranslation('pricing')
  const name = words(`vendor.${vendor}` as never, vendor)
  const others = rows.length - SHOWN
  return (
    <li className="surface row-span-4 grid min-w-0 grid-rows-subgrid content-start gap-2 p-4">
      <h3 className="flex items-center gap-2.5 text-lead">
        <VendorMark vendor={vendor} name={name} large />
        {name}
      </h3>
      {abilities.length > 0 && (
        <p className="text-small text-muted">{abilities.map((ability) => t(`ability.${ability}`)).join(' · ')}</p>
      )}
      <table className="w-full table-fixed text-small">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="sr-only">
              {t('models')}
            </th>
            <th scope="col" className="w-19 text-end font-normal">
              {t('input')}
            </th>
            <th scope="col" className="w-19 text-end font-normal">
              {t('output')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map((row) => (
            <ModelLine key={row.name} row={row} ratio={ratio} />
          ))}
        </tbody>
      </table>
      {others > 0 && (
        <Link to="/models" search={{ vendor }} className="text-primary text-small hover:underline">
          {t('more', { count: others })}
        </Link>
      )}
    </li>
  )
}

function ModelLine({ row, ratio }: { row: CatalogueRow; ratio: number }) {
  const { t } = useTranslation('home')
  const status = useStatus()
  const { input, output } = usdPerMillion(row, ratio)
  return (
    <tr>
      <th scope="row" className="truncate py-0.5 text-start font-normal" {...tipIfCut(row.name)}>
        <Link to="/models/$" params={{ _splat: row.name }} className="hover:underline">
          {row.name}
        </Link>
      </th>
      {isPerCall(row) ? (
        <td colSpan={2} className="text-end text-muted tabular-nums">
          {t('perCall', { price: formatPrice(usdPerCall(row, ratio), status) })}
        </td>
      ) : (
        <>
          <td className="text-end tabular-nums">{formatPrice(input, status)}</td>
          <td className="text-end tabular-nums">{hasOutputPrice(row.kind) ? formatPrice(output, status) : DASH}</td>
        </>
      )}
    </tr>
  )
}
