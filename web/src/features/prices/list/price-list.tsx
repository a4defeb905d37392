import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { onCellKey } from './cell-keys.ts'
import type { DraftStore } from './price-drafts.ts'
import { GRID, PriceRowItem } from './price-row.tsx'
import type { PriceRow } from './price-rows.ts'

/** Rows that are drawn at first: each has four fields. */
const SHOWN = 150

interface Props {
  found: readonly PriceRow[]
  store: DraftStore
  group: string
  ratio: number
  /** Called by Enter in the last missing price. */
  onDone: () => void
}

/** The rows of the table; from 640 px they scroll below a head that stays. */
export function PriceList({ found, store, group, ratio, onDone }: Props) {
  const { t } = useTranslation('prices')
  const [all, setAll] = useState(false)
  const rows = all ? found : found.slice(0, SHOWN)
  if (found.length === 0) return <EmptyState title={t('noMatch.title')} hint={t('noMatch.hint')} />
  return (
    <ScrollRegion
      aria-label={t('title')}
      className="surface relative min-h-0 overflow-auto overscroll-x-contain [scroll-padding-top:var(--row-height)] focus-visible:-outline-offset-2"
    >
      <div className="sm:min-w-270">
        <Head group={group} ratio={ratio} />
        <ul onKeyDown={(event) => onCellKey(event, onDone)}>
          {rows.map((row) => (
            <PriceRowItem key={row.model} {...{ row, store, group, ratio }} />
          ))}
        </ul>
        {found.length > rows.length && (
          <div className="p-3 text-center">
            <Button onClick={() => setAll(true)}>{t('showAll', { count: found.length })}</Button>
          </div>
        )}
      </div>
    </ScrollRegion>
  )
}

/** The headings, for the eye: each field and fact has its name. */
function Head({ group, ratio }: { group: string; ratio: number }) {
  const { t } = useTranslation('prices')
  const cell = (text: string, help?: string) => (
    <span className="truncate text-end" {...tip(help)}>
      {text}
    </span>
  )
  return (
    <div
      aria-hidden
      className={cx(
        'sticky top-0 z-2 h-row border-line border-b bg-raised px-3 text-muted text-small max-sm:hidden',
        GRID,
      )}
    >
      <span>{t('column.model')}</span>
      {cell(`${t('column.input')} $`, t('perMillion'))}
      {cell(`${t('column.output')} $`, t('perMillion'))}
      {cell(`${t('column.cacheRead')} $`, t('perMillion'))}
      {cell(`${t('column.perCall')} $`)}
      {cell(t('column.cacheWrite'), t('writesHelp'))}
      {cell(t('column.listed'), t('listedHelp'))}
      {cell(t('column.group', { group }), `× ${ratio}`)}
      <span />
    </div>
  )
}
