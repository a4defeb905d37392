import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setStored, useStored } from '#web/lib/storage.ts'
import { Button } from '../../button.tsx'
import { Checkbox } from '../../choice/checkbox.tsx'
import { IconButton } from '../../icon-button.tsx'
import { Popover } from '../../overlay/popover.tsx'
import type { ViewMenuProps } from './column-menu.tsx'
import { isChosen, moveColumn, orderColumns } from './columns.ts'

const DENSITIES = ['compact', 'normal', 'comfortable'] as const

/** The panel of `ColumnMenu`, initially open. */
export default function ViewPanel(props: ViewMenuProps<never> & { trigger: ReactElement }) {
  const { columns, choice, changeChoice, trigger } = props
  const { t } = useTranslation('table')
  const [open, setOpen] = useState(true)
  const density = useStored('density')
  const movable = orderColumns(columns, choice.order).filter((column) => !column.pin)
  const move = (id: string, by: -1 | 1) => changeChoice({ order: moveColumn(columns, choice.order, id, by) })

  return (
    <Popover trigger={trigger} label={t('view.open')} open={open} onOpenChange={setOpen} className="w-72">
      <fieldset>
        <legend className="mb-1 text-small text-muted">{t('view.density')}</legend>
        <div className="mb-3 grid grid-cols-3 gap-1">
          {DENSITIES.map((each) => (
            <Button
              key={each}
              size="small"
              variant={each === density ? 'default' : 'ghost'}
              aria-pressed={each === density}
              onClick={() => setStored('density', each)}
            >
              {t(`view.${each}`)}
            </Button>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-1 text-small text-muted">{t('view.columns')}</legend>
        <ul>
          {movable.map((column, index) => (
            <li key={column.id} className="flex items-center">
              <Checkbox
                className="min-w-0 flex-1 py-1"
                label={<span className="truncate">{column.header}</span>}
                checked={isChosen(column, choice)}
                onChange={(checked) => changeChoice({ shown: { ...choice.shown, [column.id]: checked } })}
              />
              <IconButton
                size="small"
                label={t('view.moveUp', { column: column.header })}
                icon={<ArrowUp size={14} aria-hidden />}
                disabledReason={index === 0 && t('view.first')}
                onClick={() => move(column.id, -1)}
              />
              <IconButton
                size="small"
                label={t('view.moveDown', { column: column.header })}
                icon={<ArrowDown size={14} aria-hidden />}
                disabledReason={index === movable.length - 1 && t('view.last')}
                onClick={() => move(column.id, 1)}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <Button size="small" variant="ghost" className="mt-2" onClick={() => changeChoice(null)}>
        {t('view.reset')}
      </Button>
    </Popover>
  )
}
