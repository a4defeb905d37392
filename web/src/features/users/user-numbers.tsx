import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { fullNumber } from '#web/lib/format.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Money } from '#web/ui/money.tsx'

/** The user's balance, usage, number of requests, and unpaid cost of answers. */
export function UserNumbers({ user }: { user: User }) {
  const { t } = useTranslation('users')
  return (
    <Facts
      className="grid-cols-2 tabular-nums sm:grid-cols-4"
      facts={[
        !user.money_hidden && { name: t('column.balance'), value: <Money quota={user.quota} /> },
        { name: t('column.used'), value: <Money quota={user.used_quota} /> },
        { name: t('column.calls'), value: fullNumber(user.request_count) },
        !user.money_hidden && { name: t('column.unpaid'), value: <Money quota={user.unpaid_quota} /> },
        user.frozen_quota > 0 && { name: t('column.frozen'), value: <Money quota={user.frozen_quota} /> },
      ]}
    />
  )
}
