import X from 'lucide-react/icons/x'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { type Option, optionLabel } from './combobox-option.ts'

export interface ChipsProps {
  options: readonly Option[]
  chosen: Option[]
  onChoose: (chosen: Option[]) => void
  typed: string
  onType: (text: string) => void
  /** Whether typing highlights the first match, so that Enter selects it. */
  marksFirst: boolean
  disabled?: boolean
  className?: string
  input: ComponentProps<'input'>
}

export const CHIPS_LOOK = {
  frame: 'field flex cursor-text items-center py-0.75 pl-1.5!',
  chips: 'flex max-h-40 w-full flex-wrap items-center gap-1 overflow-y-auto',
  chip: 'flex min-h-6 max-w-full items-center gap-1 rounded-control bg-hover pl-2 text-small',
  remove: 'flex size-6 shrink-0 items-center justify-center text-muted hover:text-text',
  input: 'min-h-6 min-w-24 flex-1 bg-transparent pl-1 outline-none',
}

/** Selected names as chips, with an input for more: a multi-combobox before its list has loaded. */
export function ChipsInput({ chosen, onChoose, typed, onType, disabled, className, input }: ChipsProps) {
  const { t } = useTranslation()
  return (
    <div className={cx(CHIPS_LOOK.frame, className)}>
      <div className={CHIPS_LOOK.chips}>
        {chosen.map((option) => (
          <span key={option.value} className={CHIPS_LOOK.chip}>
            <span className="truncate">{optionLabel(option)}</span>
            {option.mark}
            <button
              type="button"
              tabIndex={-1}
              disabled={disabled}
              aria-label={t('combobox.remove', { name: optionLabel(option) })}
              className={CHIPS_LOOK.remove}
              onClick={() => onChoose(chosen.filter((each) => each !== option))}
            >
              <X size={12} aria-hidden />
            </button>
          </span>
        ))}
        <input
          {...input}
          autoComplete="off"
          value={typed}
          disabled={disabled}
          onChange={({ target }) => onType(target.value)}
          className={CHIPS_LOOK.input}
        />
      </div>
    </div>
  )
}
