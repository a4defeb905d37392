import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#contract/api/users.ts'
import { limitsSentence } from '#web/features/limits/limit-words.ts'
import { LimitsUse } from '#web/features/limits/limits-use.tsx'
import { BoundAccounts } from '#web/features/users/bound-accounts.tsx'
import { InviteText, RoleTag } from '#web/features/users/tags.tsx'
import UserTokens from '#web/features/users/user-tokens.tsx'
import WalletHistory from '#web/features/users/wallet-history.tsx'
import { DASH, fullNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Money } from '#web/ui/money.tsx'
import { GroupTag } from '#web/ui/tag.tsx'
import RecentCalls from './recent-calls.tsx'

const SHOWN = 5

/** An operator's questions about a user: profile, spend, last calls, keys, payments, limits and linked accounts. */
export default function UserOverview({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const { t: limits } = useTranslation('limits')
  const { t: form } = useTranslation('form')
  const status = useStatus()
  const { id, username } = user
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,24rem),1fr))] gap-x-8 gap-y-5">
      <Part title={t('form.section.profile')}>
        <Facts
          facts={[
            { name: 'ID', value: id },
            { name: t('column.role'), value: <RoleTag role={user.role} /> },
            { name: t('column.group'), value: <GroupTag group={user.group} /> },
            { name: t('form.displayName'), value: user.display_name || DASH },
            { name: t('column.email'), value: user.email || DASH },
            { name: t('column.invite'), value: <InviteText user={user} /> },
            { name: t('column.used'), value: <Money quota={user.used_quota} /> },
            { name: t('column.calls'), value: fullNumber(user.request_count) },
            !user.money_hidden && { name: t('column.unpaid'), value: <Money quota={user.unpaid_quota} /> },
            user.frozen_quota > 0 && { name: t('column.frozen'), value: <Money quota={user.frozen_quota} /> },
            user.user_ratio !== 1 && { name: t('form.ratio'), value: `× ${user.user_ratio}` },
          ]}
        />
      </Part>
      <Part title={form('object.calls')}>
        <RecentCalls scope="all" filters={{ username }} most={SHOWN} />
      </Part>
      <Part title={form('object.keys')}>
        <UserTokens user={user} most={SHOWN} />
      </Part>
      <Part title={t('form.section.wallet')}>
        <WalletHistory id={id} />
      </Part>
      <Part title={form('object.limits')}>
        <p className="mb-2 text-muted">{limitsSentence(user.limits, limits, status) || limits('none')}</p>
        {user.limits_now && <LimitsUse now={user.limits_now} />}
      </Part>
      <Part title={t('form.section.bound')}>
        <BoundAccounts user={user} />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2 text-lead">{title}</h3>
      {children}
    </section>
  )
}
