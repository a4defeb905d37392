import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { Button } from '../../button.tsx'
import { countSet } from './active-filters.ts'
import type { List } from './use-list.ts'

interface MoreFiltersProps {
  list: List
  /** Names of the filters that stay visible on phones; the others are the children. */
  beside: readonly string[]
  children: ReactNode
}

/** The less common filters of a list: on phones they are behind a button that says how many are set. */
export function MoreFilters({ list, beside, children }: MoreFiltersProps) {
  const { t } = useTranslation('table')
  const phone = useMedia(MEDIA.phone)
  const [open, setOpen] = useState(false)
  if (!phone) return children
  const set = countSet(list.spec, list.state.filters, beside)
  return (
    <>
      <Button aria-expanded={open} icon={<SlidersHorizontal size={16} aria-hidden />} onClick={() => setOpen(!open)}>
        {t('filter.more')}
        {set > 0 && <span className="tabular-nums">({set})</span>}
      </Button>
      {open && children}
    </>
  )
}
