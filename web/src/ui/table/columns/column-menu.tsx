import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../icon-button.tsx'
import { LazyPanel } from '../../overlay/lazy-panel.tsx'
import type { Column, ColumnChoice } from './columns.ts'

const load = () => import('./column-panel.tsx')

export interface ViewMenuProps<Row> {
  columns: readonly Column<Row>[]
  choice: ColumnChoice
  changeChoice: (patch: Partial<ColumnChoice> | null) => void
}

/** Settings of columns and row height. */
export function ColumnMenu<Row>(props: ViewMenuProps<Row>) {
  const { t } = useTranslation('table')
  const trigger = <IconButton label={t('view.open')} icon={<SlidersHorizontal size={16} aria-hidden />} />
  return <LazyPanel load={load} trigger={trigger} props={props as ViewMenuProps<never>} />
}
