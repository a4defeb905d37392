import ChevronFirst from 'lucide-react/icons/chevron-first'
import ChevronLast from 'lucide-react/icons/chevron-last'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { PAGE_SIZES } from '#contract/api/fields.ts'
import { atLeast, fullNumber } from '#web/lib/format.ts'
import { Button } from '../button.tsx'
import { Select } from '../choice/select.tsx'
import { IconButton } from '../icon-button.tsx'
import { FITS, type List } from './search/use-list.ts'

interface PagerProps {
  list: List
  total: number
  /** There may be more rows than `total`. */
  more?: boolean
  /** Only so many rows are sorted, the newest; older ones follow by time. */
  sorted?: number
  /** Counts all rows. */
  onCount?: () => void
}

/** The position in the list, and links to the other pages. */
export function Pager({ list, total, more = false, sorted, onCount }: PagerProps) {
  const { t } = useTranslation('table')
  const { page, size } = list.state
  const { pages, from, to } = pageFacts(page, size, total)
  const steps = [
    { label: t('pager.first'), Icon: ChevronFirst, to: 1 },
    { label: t('pager.previous'), Icon: ChevronLeft, to: page - 1 },
    { label: t('pager.next'), Icon: ChevronRight, to: page + 1 },
    { label: t('pager.last'), Icon: ChevronLast, to: pages },
  ]
  const leads = (target: number) => target >= 1 && target !== page && (target <= pages || (more && target === page + 1))
  const button = ({ label, Icon, to: target }: (typeof steps)[number]) => (
    <IconButton
      key={label}
      size="small"
      label={label}
      icon={<Icon size={16} aria-hidden />}
      aria-disabled={!leads(target)}
      className={leads(target) ? undefined : 'text-faint'}
      onClick={() => leads(target) && list.setPage(target)}
    />
  )
  return (
    <nav
      data-keep-clear
      aria-label={t('pager.label')}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 text-muted"
    >
      <span className="tabular-nums" aria-live="polite">
        {t('pager.range', { from: fullNumber(from), to: fullNumber(to), total: atLeast(total, more) })}
      </span>
      {more && onCount && (
        <Button size="small" variant="ghost" onClick={onCount}>
          {t('pager.count')}
        </Button>
      )}
      {sorted !== undefined && <span>{t('pager.sorted', { rows: fullNumber(sorted) })}</span>}
      <span className="ms-auto flex items-center">
        {steps.slice(0, 2).map(button)}
        <span className="px-2 tabular-nums">
          <span className="sr-only">{t('pager.page', { page, pages })}</span>
          <span aria-hidden>
            {fullNumber(page)} / {atLeast(pages, more)}
          </span>
        </span>
        {steps.slice(2).map(button)}
      </span>
      <Select
        aria-label={t('pager.size')}
        className="w-auto"
        value={String(list.fits ? FITS : size)}
        options={[
          ...PAGE_SIZES.map((each) => ({ value: String(each), label: t('pager.perPage', { size: each }) })),
          { value: String(FITS), label: t('pager.fits') },
        ]}
        onChange={(value) => list.setSize(Number(value))}
      />
    </nav>
  )
}

/** Values of a pager: first and last row number (0 when empty) and the number of pages, at least one. */
export function pageFacts(page: number, size: number, total: number) {
  const pages = Math.max(1, Math.ceil(total / size))
  return { pages, from: total === 0 ? 0 : (page - 1) * size + 1, to: Math.min(page * size, total) }
}
