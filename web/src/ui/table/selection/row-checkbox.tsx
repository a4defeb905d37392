import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../choice/checkbox.tsx'
import type { Coverage } from './selection.ts'

// The label fills its cell, so that clicks near the checkbox count.
const areaClass = 'h-full w-full min-w-6 justify-center'

interface RowCheckboxProps {
  name: string
  checked: boolean
  /** `range`: with Shift, all rows since the last one. */
  onToggle: (range: boolean) => void
}

/** Selects one row. */
export function RowCheckbox({ name, checked, onToggle }: RowCheckboxProps) {
  const { t } = useTranslation('table')
  return (
    <Checkbox
      className={areaClass}
      label={<span className="sr-only">{t('select.row', { name })}</span>}
      checked={checked}
      onClick={(event) => onToggle(event.shiftKey)}
    />
  )
}

interface PageCheckboxProps {
  coverage: Coverage
  onToggle: (chosen: boolean) => void
}

/** Selects or clears the whole page. */
export function PageCheckbox({ coverage, onToggle }: PageCheckboxProps) {
  const { t } = useTranslation('table')
  return (
    <Checkbox
      className={areaClass}
      label={<span className="sr-only">{t('select.page')}</span>}
      checked={coverage === 'all'}
      disabled={coverage === 'empty'}
      indeterminate={coverage === 'some'}
      onChange={() => onToggle(coverage !== 'all')}
    />
  )
}
