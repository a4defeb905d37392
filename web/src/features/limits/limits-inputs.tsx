import { useTranslation } from 'react-i18next'
import { isUnlimited, LIMIT_MEASURES, type Limits, MAX_BUDGETS, MAX_LIMIT } from '#contract/limits.ts'
import { useStatus } from '#web/lib/status.ts'
import { Button } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { presetQuota } from '#web/ui/typed-amounts.ts'
import { BudgetRow } from './budget-row.tsx'

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
