import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MODEL_STATES, type ModelStatus } from '#contract/api/traffic.ts'
import { percentText, totalOf } from '#contract/days.ts'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import { cx } from '#web/lib/cx.ts'
import { DASH } from '#web/lib/format.ts'
import { Pager } from '#web/ui/table/pager.tsx'
import { ChoiceFilter } from '#web/ui/table/search/list-filters.tsx'
import { SearchFilter } from '#web/ui/table/search/search-field.tsx'
import { useList } from '#web/ui/table/search/use-list.ts'
import { tipIfCut } from '#web/ui/tooltip.tsx'
import { DayBars } from './day-bars.tsx'
import { StateMark } from './state-mark.tsx'
import { countStates, findStatus } from './status-list.ts'
import { statusList } from './status-search.ts'
import { summaryText } from './summary-text.ts'

const EmptyList = lazy(() => import('#web/ui/table/empty-list.tsx'))

/** The state of every model now and its last 90 days; those in trouble first. */
export function ModelStates({ models }: { models: readonly ModelStatus[] }) {
  const { t } = useTranslation('status')
  const { t: words } = useTranslation('models')
  const list = useList('status', statusList)
  const { keyword, state } = list.state.filters
  const found = useMemo(() => findStatus(models, { keyword, state }), [models, keyword, state])
  const counts = countStates(models)
  const { page, size } = list.state
  const pages = Math.max(1, Math.ceil(found.length / size))
  const start = (Math.min(page, pages) - 1) * size
  return (
    <section aria-label={t('models')} className="flex flex-col gap-2">
      <p role="status" className="text-lead">
        {summaryText(models, t)}
      </p>
      <div data-filters className="flex flex-wrap items-center gap-2">
        <SearchFilter
          list={list}
          name="keyword"
          label={words('filter.searchLabel')}
          placeholder={words('filter.search')}
        />
        <ChoiceFilter
          list={list}
          name="state"
          label={t('state')}
          options={MODEL_STATES.map((value) => ({ value, label: `${words(`state.${value}`)} (${counts[value]})` }))}
        />
      </div>
      {found.length === 0 ? (
        <Suspense>
          <EmptyList list={list} title={words('empty.title')} hint={words('empty.hint')} />
        </Suspense>
      ) : (
        <>
          <ul className="surface px-4 py-1">
            {found.slice(start, start + size).map((model) => (
              <ModelLine key={model.model_name} model={model} />
            ))}
          </ul>
          {found.length > size && <Pager list={list} total={found.length} />}
        </>
      )}
    </section>
  )
}

function ModelLine({ model }: { model: ModelStatus }) {
  const { share } = totalOf(model.days)
  return (
    <li
      data-row={model.model_name}
      className="grid grid-cols-[minmax(0,1fr)_auto_4rem] items-center gap-x-4 gap-y-1 border-line border-t py-2 first:border-t-0 sm:grid-cols-[minmax(0,16rem)_7.5rem_minmax(0,1fr)_4rem]"
    >
      <span className="flex min-w-0 items-center gap-2">
        <ModelMark model={model.model_name} vendor={model.vendor} />
        <Link
          to="/models/$"
          params={{ _splat: model.model_name }}
          className="min-w-0 truncate hover:underline"
          {...tipIfCut(model.model_name)}
        >
          {model.model_name}
        </Link>
      </span>
      <StateMark state={model.state} />
      <span
        className={cx('flex min-w-0 max-sm:order-last max-sm:col-span-3', model.days.length === 0 && 'max-sm:hidden')}
      >
        <DayBars days={model.days} />
      </span>
      <span className="text-end text-small tabular-nums">{share === undefined ? DASH : percentText(share)}</span>
    </li>
  )
}
