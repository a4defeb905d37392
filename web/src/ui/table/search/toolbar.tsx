import FilterX from 'lucide-react/icons/funnel-x'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { Button } from '../../button.tsx'
import { IconButton } from '../../icon-button.tsx'
import type { List } from './use-list.ts'

interface ToolbarProps {
  list: List
  /** Filter controls. */
  children?: ReactNode
  /** Further controls at the end, before refresh. */
  extra?: ReactNode
  view: ReactNode
  busy: boolean
  onRefresh: () => void
  /** Set when the server's order differs from the displayed one. */
  onResort?: () => void
}

/** The toolbar of every list: filters first, then view controls. */
export function Toolbar({ list, children, extra, view, busy, onRefresh, onResort }: ToolbarProps) {
  const { t } = useTranslation('table')
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2">
      <div data-filters className="contents">
        {children}
      </div>
      {list.filtered && (
        // An icon, since all filters of a list just fit into one line.
        <Button
          data-tip={t('filter.clear')}
          variant="ghost"
          icon={<FilterX size={16} aria-hidden />}
          className="max-[96rem]:-mx-1 max-[96rem]:px-2"
          onClick={list.clearFilters}
        >
          <span className="sm:max-[96rem]:sr-only">{t('filter.clear')}</span>
        </Button>
      )}
      <div className="ms-auto flex items-center gap-1">
        {onResort && (
          <span className="flex items-center gap-2 pe-1 text-muted" role="status">
            {t('sort.changed')}
            <Button size="small" onClick={onResort}>
              {t('sort.again')}
            </Button>
          </span>
        )}
        {extra}
        <IconButton
          label={t('refresh')}
          keys="r"
          icon={<RefreshCw size={16} aria-hidden className={cx(busy && 'animate-spin [animation-delay:150ms]')} />}
          onClick={onRefresh}
        />
        {view}
      </div>
    </div>
  )
}
