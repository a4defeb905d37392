import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullNumber } from '#web/lib/format.ts'
import { Button } from '../../button.tsx'
import { IconButton } from '../../icon-button.tsx'
import type { SelectionApi } from './selection.ts'

interface SelectionBarProps<Row> {
  selection: SelectionApi<Row>
  /** Number of matching rows. */
  total: number
  /** Fetches every matching row; without it only displayed rows can be selected. */
  loadAll?: () => Promise<readonly Row[]>
  /** Buttons for the selected rows. */
  children: ReactNode
}

/**
 * Shows the number of selected rows on all pages, and their actions. It covers the head of the table, before the
 * rows, so that no row moves when it appears.
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
      className="absolute inset-x-px top-px z-5 flex h-row items-center gap-2 overflow-x-auto rounded-t-card border-line border-b bg-primary-soft px-3 sm:start-9 max-sm:fixed max-sm:inset-x-3 max-sm:top-auto max-sm:bottom-16 max-sm:h-12 max-sm:rounded-card max-sm:border"
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
