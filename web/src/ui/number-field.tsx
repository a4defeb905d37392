import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { plainNumber, readNumber, showNumber, stepNumber } from './number-text.ts'
import { Stepper } from './stepper.tsx'

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

/**
 * A number with steppers; arrow keys step, Shift steps by ten, Home and End go to the bounds. What is typed stays as it
 * is until the field is left, while the value keeps within its bounds. No grouping, so that it can be edited and pasted.
 */
export function NumberField({ value, onChange, min, max, step = 1, unit, className, onBlur, ...rest }: Props) {
  const { t } = useTranslation()
  const ownId = useId()
  const { id = ownId, disabled } = rest
  const [typed, setTyped] = useState<{ text: string; value: number | null } | null>(null)
  // A value that came from elsewhere replaces what was typed.
  const text = typed && typed.value === value ? typed.text : showNumber(value)
  const bounds = { min, max }
  const isNatural = min !== undefined && min >= 0

  const set = (next: number | null) => {
    setTyped(null)
    if (next !== value) onChange(next)
  }
  const type = (input: string) => {
    const plain = plainNumber(input, bounds)
    if (plain === null) return
    const read = readNumber(plain, bounds)
    const next = read === undefined ? value : read
    setTyped({ text: plain, value: next })
    if (next !== value) onChange(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const by = { ArrowUp: step, ArrowDown: -step }[event.key]
    const bound = { Home: min, End: max }[event.key]
    if (by !== undefined) set(stepNumber(value, event.shiftKey ? by * 10 : by, bounds))
    else if (bound !== undefined && !event.shiftKey) set(bound)
    // A letter is refused here already, so that the caret stays.
    else if (event.key.length > 1 || plainNumber(event.key, bounds)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={className}>
      <div className="field flex h-control items-center px-0!">
        <input
          {...rest}
          id={id}
          inputMode={isNatural ? (step < 1 ? 'decimal' : 'numeric') : 'text'}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setTyped(null)
            onBlur?.()
          }}
          className="min-w-0 flex-1 bg-transparent pl-2.5 tabular-nums outline-none"
        />
        {unit && <span className="text-muted">{unit}</span>}
        <Stepper
          label={t('number.decrease')}
          icon={<Minus size={14} aria-hidden />}
          controls={id}
          disabled={disabled || (value !== null && min !== undefined && value <= min)}
          onStep={() => set(stepNumber(value, -step, bounds))}
          className="ml-1 border-l border-line"
        />
        <Stepper
          label={t('number.increase')}
          icon={<Plus size={14} aria-hidden />}
          controls={id}
          disabled={disabled || (value !== null && max !== undefined && value >= max)}
          onStep={() => set(stepNumber(value, step, bounds))}
          className="border-l border-line"
        />
      </div>
    </div>
  )
}
