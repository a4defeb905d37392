import Undo2 from 'lucide-react/icons/undo-2'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnPrice } from '#contract/prices/dollar-prices.ts'
import {
  amountsOf,
  EXTRA_NAMES,
  type ExtraCells,
  type ExtraName,
  extraProblems,
  type PriceTerms,
  priceOf,
} from '#contract/prices/price-terms.ts'
import { inDollars } from '#web/lib/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from '#web/ui/input.tsx'
import { type PriceRow, typedPrice } from './price-rows.ts'

interface Props {
  row: PriceRow
  /** The model's own price as it is edited. */
  own: OwnPrice
  terms: PriceTerms
  onChange: (extras: ExtraCells) => void
}

/** The prices of cache writes, audio, images and reasoning in dollars, beside what they cost otherwise. */
export function ExtraFields({ row, own, terms: { extras }, onChange }: Props) {
  const { t } = useTranslation('prices')
  const price = priceOf(own, row.listed)
  const usual = amountsOf(price)
  const problems = extraProblems(extras, own, row.listed)
  const isSold = price !== null && price.modelPrice === null
  const shown = isSold ? EXTRA_NAMES : EXTRA_NAMES.filter((name) => extras[name] !== '')
  return (
    <section className="grid gap-2">
      <h3 className="font-strong">{t('terms.extras')}</h3>
      {!isSold && <Banner tone="info">{t(price ? 'terms.perCall' : 'terms.unpriced')}</Banner>}
      {isSold && <p className="text-muted text-small">{t('terms.extrasHint')}</p>}
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {shown.map((name) => (
          <ExtraField
            key={name}
            {...{ name, value: extras[name], usual: usual[name], problem: problems[name] }}
            onChange={(text) => onChange({ ...extras, [name]: text })}
          />
        ))}
      </div>
    </section>
  )
}

interface ExtraFieldProps {
  name: ExtraName
  value: string
  /** What it costs without a separate price. */
  usual: string | null
  problem: ReturnType<typeof extraProblems>[ExtraName]
  onChange: (text: string) => void
}

function ExtraField({ name, value, usual, problem, onChange }: ExtraFieldProps) {
  const { t } = useTranslation('prices')
  const id = useId()
  const label = t(`column.${name}`)
  return (
    <div className="grid content-start gap-0.5">
      <span className="flex items-baseline justify-between gap-2 text-small">
        <label htmlFor={id}>{label} $</label>
        {usual !== null && (
          <span className="text-muted tabular-nums">{t('terms.usual', { price: inDollars(usual) })}</span>
        )}
      </span>
      <span className="flex items-center gap-1">
        <Input
          id={id}
          className="min-w-0 flex-1 text-end tabular-nums"
          inputMode="decimal"
          autoComplete="off"
          placeholder={usual ?? ''}
          value={value}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && `${id}-problem`}
          onChange={({ target }) => onChange(typedPrice(target.value))}
        />
        <IconButton
          size="small"
          label={t('terms.reset', { name: label })}
          icon={<Undo2 size={14} aria-hidden />}
          className={value === '' ? 'invisible' : ''}
          onClick={() => onChange('')}
        />
      </span>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-danger text-small">
          {t(`problem.${problem}`)}
        </p>
      )}
    </div>
  )
}
