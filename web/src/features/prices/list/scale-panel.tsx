import { type FormEvent, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NO_CELLS, ownPriceOf } from '#contract/prices/dollar-prices.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'
import type { DraftStore } from './price-drafts.ts'
import { type PriceRow, sameCells } from './price-rows.ts'
import { readPercent, scaleCells, scaleExtras } from './scale-prices.ts'

interface Props {
  trigger: ReactElement
  /** The rows that search and filter leave. */
  found: readonly PriceRow[]
  store: DraftStore
}

/** Changes the prices of all rows that are shown by a percentage. */
export default function ScalePanel({ trigger, found, store }: Props) {
  const { t } = useTranslation('prices')
  const [open, setOpen] = useState(true)
  const [typed, setTyped] = useState('')
  const percent = readPercent(typed)
  const isWrong = typed.trim() !== '' && percent === null
  const cellsOf = (row: PriceRow) => store.all().get(row.model) ?? row.stored
  // Cells that are wrong stay as they were typed.
  const priced = found.filter((row) => {
    const cells = cellsOf(row)
    return !sameCells(cells, NO_CELLS) && ownPriceOf(cells, row.own, row.listed).own
  })
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (percent === null) return
    store.set(priced.map((row) => [row, scaleCells(cellsOf(row), percent)] as const))
    store.setTerms(
      priced.map((row) => {
        const terms = store.terms().get(row.model) ?? row.terms
        return [row, { ...terms, extras: scaleExtras(terms.extras, percent) }] as const
      }),
    )
    setTyped('')
    setOpen(false)
  }
  return (
    <Popover title={t('scale.title')} open={open} onOpenChange={setOpen} trigger={trigger}>
      <form className="grid gap-2" onSubmit={apply}>
        <p className="text-muted text-small">{t('scale.hint', { count: priced.length })}</p>
        <Input
          aria-label={t('scale.percent')}
          aria-invalid={isWrong}
          inputMode="text"
          autoComplete="off"
          placeholder="+10"
          suffix="%"
          className="px-2.5"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {isWrong && (
          <p role="alert" className="text-danger text-small">
            {t('scale.wrong')}
          </p>
        )}
        <Button type="submit" variant="primary" disabledReason={percent === null && t('scale.wrong')}>
          {t('scale.apply', { count: priced.length })}
        </Button>
      </form>
    </Popover>
  )
}
