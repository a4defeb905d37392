import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isBeyond, readNumber, showNumber, stepNumber } from './number-text.ts'
import { Stepper } from './stepper.tsx'

interface Props {
  /** `null` = empty, NaN = the typed text is not a number. */
  value: number | null
  /** Called with the typed number, also when out of bounds (the caller must refuse it), and with the typed text. */
  onChange: (value: number | null, text: string) => void
  /** The typed text of a NaN value, if it is kept outside the field. */
  typed?: string
  min?: number
  max?: number
  step?: number
  /** Whether decimals are allowed; by default when the steps have decimals. */
  decimals?: boolean
  id?: string
  name?: string
  /** Text after the number. */
  unit?: string
  disabled?: boolean
  className?: string
  onBlur?: () => void
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/**
 * A number with steppers; arrow keys step, Shift steps by ten, Home and End go to the bounds. Typed text is never
 * corrected: invalid and out-of-bounds input stays and counts as an error.
 */
export function NumberField(props: Props) {
  const { value, onChange, typed: kept = '', min, max, step = 1, unit, className, onBlur, ...others } = props
  const { decimals = !Number.isInteger(step), ...rest } = others
  const { t } = useTranslation()
  const ownId = useId()
  const { id = ownId, disabled } = rest
  const [typed, setTyped] = useState<{ text: string; value: number | null } | null>(null)
  const bounds = { min, max }
  const isReadable = !Number.isNaN(value)
  // A value changed from outside replaces the typed text.
  const text = typed && Object.is(typed.value, value) ? typed.text : isReadable ? showNumber(value) : kept
  const isWrong = !isReadable || isBeyond(value, bounds)
  const isNatural = min !== undefined && min >= 0

  const set = (next: number) => {
    setTyped(null)
    if (next !== value) onChange(next, showNumber(next))
  }
  const type = (input: string) => {
    const next = readNumber(input, { whole: !decimals })
    setTyped({ text: input, value: next })
    onChange(next, input)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const by = { ArrowUp: step, ArrowDown: -step }[event.key]
    const bound = { Home: min, End: max }[event.key]
    if (by !== undefined) set(stepNumber(value, event.shiftKey ? by * 10 : by, bounds))
    else if (bound !== undefined && !event.shiftKey) set(bound)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={className}>
      <div className="field flex h-control items-center px-0!">
        <input
          {...rest}
          id={id}
          aria-invalid={rest['aria-invalid'] || isWrong}
          inputMode={isNatural ? (decimals ? 'decimal' : 'numeric') : 'text'}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            if (!isWrong) setTyped(null)
            onBlur?.()
          }}
          className="min-w-0 flex-1 bg-transparent pl-2.5 tabular-nums outline-none"
        />
        {unit && <span className="text-muted">{unit}</span>}
        <Stepper
          label={t('number.decrease')}
          icon={<Minus size={14} aria-hidden />}
          controls={id}
          disabled={disabled || (value !== null && min !== undefined && value <= min && !isWrong)}
          onStep={() => set(stepNumber(value, -step, bounds))}
          className="ml-1 border-l border-line"
        />
        <Stepper
          label={t('number.increase')}
          icon={<Plus size={14} aria-hidden />}
          controls={id}
          disabled={disabled || (value !== null && max !== undefined && value >= max && !isWrong)}
          onStep={() => set(stepNumber(value, step, bounds))}
          className="border-l border-line"
        />
      </div>
    </div>
  )
}
