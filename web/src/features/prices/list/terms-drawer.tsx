import { useTranslation } from 'react-i18next'
import { ownPriceOf } from '#contract/prices/dollar-prices.ts'
import type { PriceTerms } from '#contract/prices/price-terms.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { ExtraFields } from './extra-fields.tsx'
import { type DraftStore, useCells, useTerms } from './price-drafts.ts'
import type { PriceRow } from './price-rows.ts'
import { RuleList } from './rule-list.tsx'

interface Props {
  row: PriceRow
  store: DraftStore
  /** All groups of the site. */
  groups: readonly string[]
  onClose: () => void
}

/** What a model costs beside the cells of its row: further prices, and the rules that change them. */
export default function TermsDrawer({ row, store, groups, onClose }: Props) {
  const { t } = useTranslation('prices')
  const terms = useTerms(store, row)
  const cells = useCells(store, row)
  const { own = row.own } = ownPriceOf(cells, row.own, row.listed)
  const set = (next: Partial<PriceTerms>) => store.setTerms([[row, { ...terms, ...next }]])
  return (
    <Drawer side="end" title={t('terms.title', { model: row.model })} onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-4 py-4">
        <ExtraFields {...{ row, own, terms }} onChange={(extras) => set({ extras })} />
        <RuleList {...{ row, terms, groups }} onChange={(rules) => set({ rules })} />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t px-4 py-3">
        <p className="min-w-0 flex-1 text-muted text-small">{t('terms.later')}</p>
        <Button variant="primary" onClick={onClose}>
          {t('terms.done')}
        </Button>
      </div>
    </Drawer>
  )
}
