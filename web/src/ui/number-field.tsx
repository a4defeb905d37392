import { NumberField as Base } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'

interface Props {
  value: number | null
  /** `null` when the field was emptied. */
  onChange: (value: number | null) => void
  min?: number
  max?: number
  step?: number
  id?: string
  name?: string
  /** Words after the number. */
  unit?: string
  disabled?: boolean
  className?: string
  onBlur?: () => void
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/** A number with steppers; arrow keys step, Shift steps by ten. No grouping, so that it can be edited and pasted. */
export function NumberField({ value, onChange, className, unit, onBlur, ...rest }: Props) {
  const { t } = useTranslation()
  const { min, max, step, disabled, id, name, ...input } = rest
  const stepper = 'flex h-full w-7 shrink-0 items-center justify-center text-muted hover:text-text'
  return (
    <Base.Root
      {...{ min, max, step, disabled, id, name, value }}
      locale="en-US"
      format={{ useGrouping: false, maximumFractionDigits: 6 }}
      largeStep={(step ?? 1) * 10}
      onValueChange={onChange}
      className={className}
    >
      <Base.Group className="field flex h-control items-center px-0!">
        <Base.Input
          {...input}
          onBlur={onBlur}
          inputMode={step && step < 1 ? 'decimal' : 'numeric'}
          className="min-w-0 flex-1 bg-transparent pl-2.5 tabular-nums outline-none"
        />
        {unit && <span className="text-muted">{unit}</span>}
        <Base.Decrement className={cx(stepper, 'ml-1 border-l border-line')} aria-label={t('number.decrease')}>
          <Minus size={14} aria-hidden />
        </Base.Decrement>
        <Base.Increment className={cx(stepper, 'border-l border-line')} aria-label={t('number.increase')}>
          <Plus size={14} aria-hidden />
        </Base.Increment>
      </Base.Group>
    </Base.Root>
  )
}
