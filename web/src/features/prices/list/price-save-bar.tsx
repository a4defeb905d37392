import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type PriceTable, savePrices } from '#contract/api/price-table.ts'
import { refreshAfter } from '#web/features/settings/drafts/option-queries.ts'
import { call } from '#web/lib/api.ts'
import { useActions } from '#web/lib/keys/hotkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { useLeaveGuard } from '#web/ui/form/use-leave-guard.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { openPreview } from './open-preview.tsx'
import type { DraftStore } from './price-drafts.ts'
import { priceTableQuery } from './price-query.ts'
import { type Changed, optionChanges } from './price-rows.ts'

interface Props {
  table: PriceTable
  store: DraftStore
  changed: readonly Changed[]
  /** The button that shows what the changes mean. */
  review: RefObject<HTMLButtonElement | null>
}

/** The number of changed prices, with a preview before they are saved. */
export function PriceSaveBar({ table, store, changed, review }: Props) {
  const { t } = useTranslation('prices')
  const client = useQueryClient()
  const running = useRef<Promise<boolean> | null>(null)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => call(savePrices, { body: { changes: optionChanges(table, changed) } }),
    meta: { inline: true },
  })
  const wrong = changed.filter(({ problems }) => Object.keys(problems).length > 0).length

  async function save(): Promise<boolean> {
    const saved = changed.map(({ row }) => row.model)
    const keys = optionChanges(table, changed).map(({ key }) => key)
    try {
      if (keys.length > 0) await mutateAsync()
      await client.refetchQueries({ queryKey: priceTableQuery.queryKey })
      store.drop(saved)
      toast.success(t('saved', { count: saved.length }))
      refreshAfter(client, keys)
      return true
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error))
      // The drafts stay, now over the prices as they are.
      void client.refetchQueries({ queryKey: priceTableQuery.queryKey })
      return false
    }
  }
  const look = async () => {
    if (wrong > 0 || changed.length === 0 || running.current) return
    if (!(await openPreview({ changed, ratios: table.group_ratio }))) return
    running.current = save()
    await running.current
    running.current = null
  }
  useLeaveGuard({ isUnsaved: () => changed.length > 0, saving: () => running.current, discard: store.clear })
  useActions([{ id: 'prices-save', label: t('review'), keys: 'mod+enter', everywhere: true, run: () => void look() }])
  if (changed.length === 0) return null
  return (
    <section
      aria-label={t('bar')}
      className="sticky bottom-3 z-4 mb-3 flex flex-wrap items-center gap-2 rounded-card border border-primary bg-primary-soft px-3 py-1.5 max-sm:bottom-16"
    >
      <span aria-live="polite" className="font-strong">
        {t('changed', { count: changed.length })}
      </span>
      <span className="ms-auto flex gap-2">
        <Button variant="ghost" onClick={store.clear}>
          {t('discard')}
        </Button>
        <Button
          ref={review}
          variant="primary"
          keys="mod+enter"
          loading={isPending}
          disabledReason={wrong > 0 && t('wrongCells', { count: wrong })}
          onClick={() => void look()}
        >
          {t('review')}
        </Button>
      </span>
    </section>
  )
}
