import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueCard } from '#contract/api/models.ts'
import { StateMark } from '#web/features/status/state-mark.tsx'
import { siteStatusQuery } from '#web/features/status/status-page-query.ts'
import { fullNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { tip } from '#web/ui/tooltip.tsx'
import { tokenCount } from './card-words.ts'

/** What a model reads, writes and can do; facts that nobody knows say so. */
export function FactsList({ card }: { card: CatalogueCard }) {
  const { t } = useTranslation(['models', 'table'])
  const unknown = <span className="text-muted">{t('page.unknown')}</span>
  const tokens = (count: number | null) =>
    count === null ? unknown : <span {...tip(fullNumber(count))}>{tokenCount(count)}</span>
  const words = (list: readonly string[]) => (list.length > 0 ? list.join(t('table:names.separator')) : unknown)
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-6 gap-y-3 surface px-4 py-3">
      <Fact name={t('page.context')}>{tokens(card.context)}</Fact>
      <Fact name={t('page.maxOutput')}>{tokens(card.max_output)}</Fact>
      <Fact name={t('page.input')}>{words(card.input.map((medium) => t(`medium.${medium}`)))}</Fact>
      <Fact name={t('page.output')}>{words(card.output.map((medium) => t(`medium.${medium}`)))}</Fact>
      <Fact name={t('page.features')}>{words(card.features.map((feature) => t(`feature.${feature}`)))}</Fact>
      <StateFact model={card.name} />
    </dl>
  )
}

/** The state of a model now, where the operator shows it. */
function StateFact({ model }: { model: string }) {
  const { t } = useTranslation('models')
  const isOn = useStatus().status_page_enabled === true
  const { data } = useQuery({ ...siteStatusQuery, enabled: isOn })
  const state = data?.models.find(({ model_name }) => model_name === model)?.state
  if (!isOn) return null
  return (
    <Fact name={t('state.title')}>
      <Link to="/status" className="hover:underline">
        {state ? <StateMark state={state} /> : '…'}
      </Link>
    </Fact>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-small">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}
