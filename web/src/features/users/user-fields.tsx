import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { QUOTA_PRESETS } from '#contract/quota.ts'
import { FormLimits } from '#web/features/limits/form-limits.tsx'
import { currencyOf, formatQuota, fullNumber, withSymbol } from '#web/lib/format.ts'
import { groupsQuery } from '#web/lib/groups.ts'
import { useStatus } from '#web/lib/status.ts'
import { PasswordField } from '#web/ui/form/fields/password-field.tsx'
import { Presets } from '#web/ui/form/fields/presets.tsx'
import { SelectField } from '#web/ui/form/fields/select-field.tsx'
import { TextField } from '#web/ui/form/fields/text-field.tsx'
import { type Section, Sections } from '#web/ui/form/sections.tsx'
import type { EditForm } from '#web/ui/form/use-edit-form.ts'
import { readBalanceChange } from './balance-change.ts'
import { BoundAccounts } from './bound-accounts.tsx'
import type { UserFormValues } from './form-values.ts'

export type UserControl = Control<UserFormValues, unknown, UserFormValues>

interface UserFieldsProps {
  form: EditForm<UserFormValues, UserFormValues>
  /** The user as of when the form was opened. */
  user: User
}

/** The editable fields of a user, and read-only information. */
export function UserFields({ form, user }: UserFieldsProps) {
  const { t } = useTranslation('users')
  const { control, formState } = form
  const { errors } = formState
  const isWrong = (...names: (keyof UserFormValues)[]) => names.some((name) => errors[name] !== undefined)
  const sections: Section[] = [
    {
      title: t('form.section.profile'),
      wrong: isWrong('username', 'display_name', 'password', 'group', 'user_ratio'),
      content: <ProfileFields control={control} former={user} />,
    },
    {
      title: t('form.section.balance'),
      wrong: isWrong('balance', 'reason'),
      content: <BalanceFields form={form} user={user} />,
    },
    {
      title: t('form.section.limits'),
      wrong: isWrong('limits'),
      content: <FormLimits control={control} name="limits" now={user.limits_now} together="user" />,
    },
    { title: t('form.section.bound'), content: <BoundAccounts user={user} /> },
  ]
  return <Sections sections={sections} />
}

function ProfileFields({ control, former }: { control: UserControl; former: User }) {
  const { t } = useTranslation('users')
  const { data: groups = [] } = useQuery(groupsQuery)
  // A group that no longer exists stays selectable for users who have it.
  const names = groups.includes(former.group) ? groups : [former.group, ...groups]
  return (
    <>
      <TextField
        control={control}
        name="username"
        label={t('form.username')}
        placeholder={t('form.newUsernameHint')}
        hint={t('form.usernameRule')}
        autoFocus
      />
      <TextField
        optional
        control={control}
        name="display_name"
        label={t('form.newDisplayName')}
        placeholder={t('form.newDisplayNameHint')}
        hint={t('form.displayNameRule')}
      />
      <PasswordField
        optional
        control={control}
        name="password"
        autoComplete="new-password"
        label={t('form.password')}
        placeholder={t('form.newPasswordHint')}
        hint={t('form.newPasswordRule')}
      />
      <SelectField
        control={control}
        name="group"
        label={t('form.group')}
        hint={t('form.groupHint')}
        options={names.map((value) => ({ value, label: value }))}
      />
      <TextField
        control={control}
        name="user_ratio"
        inputMode="decimal"
        label={t('form.ratio')}
        hint={t('form.ratioHint')}
      />
    </>
  )
}

interface BalanceFieldsProps {
  form: EditForm<UserFormValues, UserFormValues>
  /** The user as of when the form was opened. */
  user: User
}

/** The fields for a change of the balance with its reason; the head shows the balance. */
function BalanceFields({ form, user }: BalanceFieldsProps) {
  const { t } = useTranslation('users')
  const status = useStatus()
  const { control, setValue } = form
  const typed = useWatch({ control, name: 'balance' })
  const change = readBalanceChange(typed, user.quota, status)
  const inCurrency = status.display_in_currency
  return (
    <>
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
