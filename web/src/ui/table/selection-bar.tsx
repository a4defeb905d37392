import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullNumber } from '#web/lib/format.ts'
import { Button } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import type { SelectionApi } from './use-selection.ts'

interface SelectionBarProps<Row> {
  selection: SelectionApi<Row>
  /** How many rows match in all. */
  total: number
  /** Fetches every matching row; without it only shown rows can be chosen. */
  loadAll?: () => Promise<readonly Row[]>
  /** Buttons that act on the chosen rows. */
  children: ReactNode
}

/**
 * Says how many rows are chosen, over all pages, and what can be done with them. It stands below the rows, so that its
 * coming and going moves none of them.
 */
export function SelectionBar<Row>({ selection, total, loadAll, children }: SelectionBarProps<Row>) {
  const { t } = useTranslation('table')
  const [loading, setLoading] = useState(false)
  const count = selection.rows.length
  const selectAll = async (load: () => Promise<readonly Row[]>) => {
    setLoading(true)
    try {
      selection.add(await load())
    } finally {
      setLoading(false)
    }
  }
  return (
    <section
      data-keep-clear
      aria-label={t('select.bar')}
      className="z-4 flex shrink-0 flex-wrap items-center gap-2 rounded-card border border-primary bg-primary-soft px-3 py-1 max-sm:sticky max-sm:bottom-16 max-sm:flex-nowrap max-sm:overflow-x-auto"
    >
      <span className="shrink-0 font-strong" aria-live="polite">
        {t('select.count', { count })}
      </span>
      {loadAll && count < total && (
        <Button size="small" variant="ghost" loading={loading} onClick={() => selectAll(loadAll)}>
          {t('select.matching', { total: fullNumber(total) })}
        </Button>
      )}
      {children}
      <IconButton
        size="small"
        className="ms-auto"
        label={t('select.clear')}
        keys="escape"
        icon={<X size={16} aria-hidden />}
        onClick={selection.clear}
      />
    </section>
  )
}
