import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { QUOTA_PRESETS } from '#contract/quota.ts'
import { currencyOf, formatQuota, fullNumber, withSymbol } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Presets } from '#web/ui/form/fields/presets.tsx'
import { TextField } from '#web/ui/form/fields/text-field.tsx'
import type { EditForm } from '#web/ui/form/use-edit-form.ts'
import { readBalanceChange } from './balance-change.ts'
import type { UserFormValues } from './form-values.ts'
import { UserNumbers } from './user-numbers.tsx'

interface BalanceFieldsProps {
  form: EditForm<UserFormValues, UserFormValues>
  /** The user as of when the form was opened. */
  user: User
}

/** The user's balance and usage, and the fields for a change with its reason. */
export function BalanceFields({ form, user }: BalanceFieldsProps) {
  const { t } = useTranslation('users')
  const status = useStatus()
  const { control, setValue } = form
  const typed = useWatch({ control, name: 'balance' })
  const change = readBalanceChange(typed, user.quota, status)
  const inCurrency = status.display_in_currency
  return (
    <>
      <UserNumbers user={user} />
      <div>
        <TextField
          optional
          control={control}
          name="balance"
          label={t('form.balance')}
          placeholder={t('form.balanceHint')}
          hint={t('form.balanceRule')}
          suffix={<span className="pe-1.5">{inCurrency ? currencyOf(status) : t('form.units')}</span>}
        />
        {inCurrency && (
          <div className="mt-1.5">
            <Presets
              label={t('form.balancePresets')}
              options={QUOTA_PRESETS.map((amount) => ({
                label: `+${withSymbol(String(amount), status)}`,
                value: `+${amount}`,
              }))}
              chosen={typed}
              onChoose={(value) => setValue('balance', value, { shouldDirty: true, shouldValidate: true })}
            />
          </div>
        )}
        <p className="mt-2 min-h-10" aria-live="polite">
          {change.kind === 'change' && <BalanceSum before={user.quota} change={change.units} />}
          {change.kind === 'none' && <span className="text-small text-muted">{t('form.balanceSame')}</span>}
        </p>
      </div>
      {change.kind === 'change' && (
        <TextField
          optional
          control={control}
          name="reason"
          label={t('form.reason')}
          placeholder={t('form.reasonHint')}
          hint={t('form.reasonRule')}
        />
      )}
    </>
  )
}

interface BalanceSumProps {
  /** In units, like the change. */
  before: number
  change: number
}

/** `$5.00 + $2.00 = $7.00`, and the same in units. */
function BalanceSum({ before, change }: BalanceSumProps) {
  const { t } = useTranslation('users')
  const status = useStatus()
  const sum = (format: (units: number) => string) =>
    `${format(before)} ${change < 0 ? '-' : '+'} ${format(Math.abs(change))} = ${format(before + change)}`
  const units = t('form.inUnits', { sum: sum(fullNumber) })
  return (
    <>
      <span className="block break-words font-strong tabular-nums">
        {t('form.newBalance', { sum: sum((quota) => formatQuota(quota, status)) })}
      </span>
      {status.display_in_currency && (
        <span className="block break-words text-small text-muted tabular-nums">{units}</span>
      )}
    </>
  )
}
