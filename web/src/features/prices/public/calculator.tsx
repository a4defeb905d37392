import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberField } from '#web/ui/number-field.tsx'
import { useNumberProblem } from '#web/ui/use-number-problem.ts'
import type { Tokens } from './prices.ts'

/** More tokens than any model's context window. */
const MOST = 1_000_000_000

interface CalculatorProps {
  tokens: Tokens
  onChange: (tokens: Tokens) => void
}

/** The example call that the cost column is computed for. */
export default function Calculator({ tokens, onChange }: CalculatorProps) {
  const { t } = useTranslation('pricing')
  return (
    <>
      <Count label={t('calculator.input')} value={tokens.input} onChange={(input) => onChange({ ...tokens, input })} />
      <Count
        label={t('calculator.output')}
        value={tokens.output}
        onChange={(output) => onChange({ ...tokens, output })}
      />
      <span className="text-small text-muted max-[90rem]:hidden">{t('calculator.hint')}</span>
    </>
  )
}

interface CountProps {
  label: string
  value: number
  onChange: (value: number) => void
}

/** A token count. Invalid input keeps the costs of the last valid number. */
function Count({ label, value, onChange }: CountProps) {
  const id = useId()
  const [wrong, setWrong] = useState<number | null>(null)
  const rules = { min: 0, max: MOST }
  const problem = useNumberProblem(wrong, { ...rules, whole: true })
  const change = (next: number | null) => {
    const count = next ?? 0
    const isCount = Number.isInteger(count) && count >= rules.min && count <= rules.max
    setWrong(isCount ? null : count)
    if (isCount) onChange(count)
  }
  return (
    <span className="flex items-center gap-2 max-sm:flex-col max-sm:items-stretch max-sm:gap-0.5">
      <label htmlFor={id} className="whitespace-nowrap text-small">
        {label}
      </label>
      <NumberField
        id={id}
        className="w-32 max-sm:w-full"
        {...rules}
        step={1000}
        value={wrong ?? value}
        onChange={change}
        aria-invalid={problem !== ''}
        aria-describedby={problem ? `${id}-problem` : undefined}
      />
      <span id={`${id}-problem`} role="alert" className="text-danger text-small empty:hidden">
        {problem}
      </span>
    </span>
  )
}
