import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberField } from '#web/ui/number-field.tsx'
import type { Tokens } from './prices.ts'

/** More than any model reads at once. */
const MOST = 1_000_000_000

interface CalculatorProps {
  tokens: Tokens
  onChange: (tokens: Tokens) => void
}

/** The call that the column of costs is about. */
export default function Calculator({ tokens, onChange }: CalculatorProps) {
  const { t } = useTranslation('pricing')
  const id = useId()
  const field = (name: keyof Tokens) => (
    <span className="flex items-center gap-2 max-sm:w-full">
      <label htmlFor={`${id}-${name}`} className="whitespace-nowrap text-small max-sm:w-28">
        {t(`calculator.${name}`)}
      </label>
      <NumberField
        id={`${id}-${name}`}
        className="w-40 max-sm:flex-1"
        min={0}
        max={MOST}
        step={1000}
        value={tokens[name]}
        onChange={(value) => onChange({ ...tokens, [name]: Math.round(value ?? 0) })}
      />
    </span>
  )
  return (
    <>
      {field('input')}
      {field('output')}
      <span className="text-small text-muted max-sm:hidden">{t('calculator.hint')}</span>
    </>
  )
}
