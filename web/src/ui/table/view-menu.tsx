import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../icon-button.tsx'
import type { Column, ColumnChoice } from './columns.ts'

const load = () => import('./view-panel.tsx')
const ViewPanel = lazy(load)

export interface ViewMenuProps<Row> {
  columns: readonly Column<Row>[]
  choice: ColumnChoice
  changeChoice: (patch: Partial<ColumnChoice> | null) => void
}

/** Columns and row height. The panel's code comes when the pointer or the focus gets near. */
export function ViewMenu<Row>(props: ViewMenuProps<Row>) {
  const { t } = useTranslation('table')
  const [wanted, setWanted] = useState(false)
  const trigger = (
    <IconButton
      label={t('view.open')}
      icon={<SlidersHorizontal size={16} aria-hidden />}
      onPointerEnter={load}
      onFocus={load}
      onClick={wanted ? undefined : () => setWanted(true)}
    />
  )
  if (!wanted) return trigger
  return (
    <Suspense fallback={trigger}>
      <ViewPanel {...(props as ViewMenuProps<never>)} trigger={trigger} />
    </Suspense>
  )
}
