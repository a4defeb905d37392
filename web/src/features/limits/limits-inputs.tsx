import Trash2 from 'lucide-react/icons/trash'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { symbolOf } from '#contract/currency/display-currency.ts'
import {
  BUDGET_WINDOWS,
  type Budget,
  isUnlimited,
  LIMIT_MEASURES,
  type Limits,
  MAX_BUDGETS,
  MAX_LIMIT,
} from '#contract/limits.ts'
import { MAX_QUOTA } from '#contract/quota.ts'
import { currencyOf } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from '#web/ui/input.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { presetQuota, typedAmounts } from '#web/ui/typed-amounts.ts'

interface LimitsInputsProps {
  /** The id of each control is this prefix, a dash and the measure. */
  id: string
  /** null = nothing is limited. */
  value: Limits | null
  onChange: (limits: Limits | null) => void
}

/** Counts that may be empty, and budgets. */
export default function LimitsInputs({ id, value, onChange }: LimitsInputsProps) {
  const { t } = useTranslation('limits')
  const status = useStatus()
  const limits: Limits = value ?? {}
  const budgets = limits.budgets ?? []
  const change = (part: Partial<Limits>) => {
    const { budgets: list, ...counts } = { ...limits, ...part }
    const kept = Object.fromEntries(Object.entries(counts).filter(([, limit]) => limit !== undefined))
    const next: Limits = { ...kept, ...(list?.length ? { budgets: list } : {}) }
    onChange(isUnlimited(next) ? null : next)
  }
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        {LIMIT_MEASURES.map((measure) => (
          <div key={measure} className="min-w-0">
            <label htmlFor={`${id}-${measure}`} className="mb-1 block text-small">
              {t(`measure.${measure}`)}
            </label>
            <NumberField
              id={`${id}-${measure}`}
              value={limits[measure] ?? null}
              min={0}
              max={MAX_LIMIT}
              onChange={(limit) => change({ [measure]: limit ?? undefined })}
            />
          </div>
        ))}
      </div>
      {budgets.map((budget, index) => (
        <BudgetRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own
          key={`${index} of ${budgets.length}`}
          budget={budget}
          onChange={(next) => change({ budgets: budgets.map((one, at) => (at === index ? next : one)) })}
          onRemove={() => change({ budgets: budgets.filter((_, at) => at !== index) })}
        />
      ))}
      {budgets.length < MAX_BUDGETS && (
        <Button
          size="small"
          className="justify-self-start"
          onClick={() =>
            change({ budgets: [...budgets, { window: freeWindow(limits), quota: presetQuota(10, status) }] })
          }
        >
          {t('addBudget')}
        </Button>
      )}
    </>
  )
}

const WINDOWS = ['month', 'day', 'week', 'hour'] as const

/** Returns the first window that has no budget for all models yet. */
const freeWindow = ({ budgets = [] }: Limits) =>
  WINDOWS.find((window) => !budgets.some((budget) => budget.window === window && !budget.models)) ?? 'month'

interface BudgetRowProps {
  budget: Budget
  onChange: (budget: Budget) => void
  onRemove: () => void
}

/** One budget: an amount, a window, and the models that it is for. */
function BudgetRow({ budget, onChange, onRemove }: BudgetRowProps) {
  const { t } = useTranslation('limits')
  const id = useId()
  const status = useStatus()
  const { display_in_currency } = status
  const amounts = typedAmounts(status)
  // Kept as typed: a comma at its end is no model yet.
  const [models, setModels] = useState(budget.models?.join(', ') ?? '')
  const changeModels = (text: string) => {
    setModels(text)
    const names = text.split(/[\s,，]+/).filter(Boolean)
    const { models: _, ...rest } = budget
    onChange(names.length > 0 ? { ...rest, models: names } : rest)
  }
  return (
    <fieldset className="surface grid grid-cols-[1fr_1fr_auto] items-end gap-2 p-3">
      <legend className="sr-only">{t('budgetOf', { window: t(`window.${budget.window}`) })}</legend>
      <label htmlFor={`${id}-amount`} className="min-w-0 text-small">
        {t('amount')}
        <NumberField
          id={`${id}-amount`}
          value={amounts.show(budget.quota)}
          min={0}
          max={amounts.show(MAX_QUOTA)}
          decimals={display_in_currency}
          unit={display_in_currency ? symbolOf(currencyOf(status)) : undefined}
          onChange={(amount) => onChange({ ...budget, quota: amounts.read(amount ?? 0) })}
        />
      </label>
      <label htmlFor={`${id}-window`} className="min-w-0 text-small">
        {t('per')}
        <Select
          id={`${id}-window`}
          value={budget.window}
          options={BUDGET_WINDOWS.map((value) => ({ value, label: t(`window.${value}`) }))}
          onChange={(window) => onChange({ ...budget, window })}
        />
      </label>
      <IconButton label={t('removeBudget')} icon={<Trash2 size={16} aria-hidden />} onClick={onRemove} />
      <label htmlFor={`${id}-models`} className="col-span-3 min-w-0 text-small">
        {t('models')}
        <Input
          id={`${id}-models`}
          value={models}
          placeholder={t('modelsHint')}
          onChange={(event) => changeModels(event.target.value)}
        />
      </label>
    </fieldset>
  )
}
