import { useTranslation } from 'react-i18next'
import type { CellName, CellProblem } from '#contract/prices/dollar-prices.ts'
import { cx } from '#web/lib/cx.ts'
import { typedPrice } from './price-rows.ts'

interface Props {
  model: string
  name: CellName
  value: string
  placeholder: string
  /** The value is the built-in one, not the operator's. */
  isListed: boolean
  problem: CellProblem | undefined
  /** Id of the text that says what is wrong in the row. */
  problemId: string
  onType: (text: string) => void
}

/** One price in dollars, editable in place. Wrong input stays in the cell and is marked. */
export function PriceCell({ model, name, value, placeholder, isListed, problem, problemId, onType }: Props) {
  const { t } = useTranslation('prices')
  const column = t(`column.${name}`)
  return (
    <label className="block min-w-0">
      <span aria-hidden className="text-muted text-small sm:hidden">
        {column}
      </span>
      <input
        data-cell={name}
        aria-label={t('cell', { model, column })}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && problemId}
        inputMode="decimal"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        placeholder={placeholder}
        value={value}
        className={cx(
          'field px-2! text-end tabular-nums placeholder:font-normal sm:min-h-7!',
          // Boxes stand out where a price is missing or changed, not around every built-in one.
          isListed ? 'text-muted sm:not-focus:not-hover:not-aria-invalid:border-line' : 'font-strong',
        )}
        onFocus={(event) => event.currentTarget.select()}
        onChange={({ target }) => onType(typedPrice(target.value))}
      />
    </label>
  )
}
