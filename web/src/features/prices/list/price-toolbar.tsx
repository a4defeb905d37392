import ClipboardPaste from 'lucide-react/icons/clipboard-paste'
import Percent from 'lucide-react/icons/percent'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NO_CELLS } from '#contract/prices/dollar-prices.ts'
import { useActions } from '#web/lib/keys/hotkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { LazyPanel } from '#web/ui/overlay/lazy-panel.tsx'
import { SearchField } from '#web/ui/table/search/search-field.tsx'
import { openSheet } from './open-sheet.tsx'
import type { DraftStore } from './price-drafts.ts'
import { type PriceRow, sameCells } from './price-rows.ts'
import { SHOWN, type Shown } from './price-search.ts'

const loadScale = () => import('./scale-panel.tsx')

interface Props {
  rows: readonly PriceRow[]
  /** The rows that search and filter leave. */
  found: readonly PriceRow[]
  store: DraftStore
  typed: string
  shown: Shown
  group: string
  groups: readonly string[]
  onType: (text: string) => void
  onShow: (shown: Shown) => void
  onGroup: (group: string) => void
}

/** Search, filter, the group whose prices are shown, and what fills many cells at once. */
export function PriceToolbar(props: Props) {
  const { rows, found, store, typed, shown, group, groups, onType, onShow, onGroup } = props
  const { t } = useTranslation('prices')
  const search = useRef<HTMLSpanElement>(null)
  useActions([
    { id: 'prices-search', label: t('search'), keys: '/', run: () => search.current?.querySelector('input')?.focus() },
  ])
  const suggested = rows.flatMap((row) => {
    const cells = row.unpriced?.suggestion?.cells
    const now = store.all().get(row.model) ?? row.stored
    return cells && sameCells(now, NO_CELLS) ? [[row, cells] as const] : []
  })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span ref={search} className="flex max-sm:w-full">
        <SearchField
          label={t('search')}
          placeholder={t('search')}
          value={typed}
          onChange={onType}
          className="w-60 max-sm:w-full"
        />
      </span>
      <Select
        aria-label={t('show')}
        className="w-36 max-sm:min-w-36 max-sm:flex-1"
        value={shown}
        options={SHOWN.map((value) => ({ value, label: t(`shown.${value}`) }))}
        onChange={onShow}
      />
      <Select
        aria-label={t('group')}
        className="w-40 max-sm:min-w-36 max-sm:flex-1"
        value={group}
        options={groups.map((value) => ({ value, label: t('groupOption', { group: value }) }))}
        onChange={onGroup}
      />
      <span className="flex flex-wrap gap-2 sm:ms-auto">
        {suggested.length > 0 && (
          <Button onClick={() => store.set(suggested)}>{t('suggestion.useAll', { count: suggested.length })}</Button>
        )}
        <LazyPanel
          load={loadScale}
          trigger={<Button icon={<Percent size={14} aria-hidden />}>{t('scale.open')}</Button>}
          props={{ found, store }}
        />
        <Button icon={<ClipboardPaste size={14} aria-hidden />} onClick={() => void openSheet({ rows, store })}>
          {t('sheet.open')}
        </Button>
      </span>
    </div>
  )
}
