import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'

interface ExpandButtonProps {
  /** Name of the row. */
  name: string
  expanded: boolean
  onExpand: () => void
}

/** Expands the details of a row. */
export function ExpandButton({ name, expanded, onExpand }: ExpandButtonProps) {
  const { t } = useTranslation('table')
  return (
    <button
      type="button"
      aria-expanded={expanded}
      aria-label={t(expanded ? 'collapse' : 'expand', { name })}
      onClick={onExpand}
      className="grid size-7 place-items-center rounded-control text-muted hover:text-text"
    >
      <ChevronRight aria-hidden className={cx('size-4 transition-transform', expanded && 'rotate-90')} />
    </button>
  )
}
