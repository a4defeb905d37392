import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usageData } from '#contract/api/statistics.ts'
import type { User } from '#contract/api/users.ts'
import { EditUserForm } from '#web/features/users/edit-form.tsx'
import { UserSwitch } from '#web/features/users/row-actions.tsx'
import { stateOfUser } from '#web/features/users/standing.ts'
import { StateTag } from '#web/features/users/tags.tsx'
import { useUserActions } from '#web/features/users/user-actions.ts'
import { userQuery } from '#web/features/users/user-list.ts'
import { UserMenu } from '#web/features/users/user-menu.tsx'
import { call } from '#web/lib/api.ts'
import { DASH, fullNumber } from '#web/lib/format.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { allows, useUser } from '#web/lib/session.ts'
import { RecordFailure } from '#web/ui/form/record-failure.tsx'
import { Money } from '#web/ui/money.tsx'
import { Avatar } from '#web/ui/tag.tsx'
import { ObjectFrame } from './object-frame.tsx'
import type { ObjectKind } from './object-view.tsx'
import { ObjectHistory, RecentCalls } from './parts.tsx'

const DAY = 86_400
const DAYS = 30

const UserTokens = lazy(async () => {
  await loadNamespaces('tokens')
  return import('#web/features/users/user-tokens.tsx')
})
const UserOverview = lazy(async () => {
  await loadNamespaces('tokens', 'limits', 'logs')
  return import('./user-overview.tsx')
})

/** A user: balance and use, calls, keys, settings, who changed the account. */
export const userKind: ObjectKind<User> = {
  list: 'user',
  useRecord: (id) => useQuery(userQuery(id)),
  useTitle: () => useTranslation('users').t('form.update'),
  Failure: RecordFailure,
  Frame: UserFrame,
  Form: EditUserForm,
}

function UserFrame({ record: user, children }: { record: User; children: ReactNode }) {
  const { t } = useTranslation('form')
  const actor = useUser()
  const actions = useUserActions()
  const history = { view: 'history', label: t('object.history') } as const
  const { id, username } = user
  const isDeleted = stateOfUser(user) === 'deleted'
  const { data: month } = useQuery(monthQuery(username))
  const sum = (values: readonly number[] | undefined) => values?.reduce((total, value) => total + value, 0)
  const count = (values: readonly number[] | undefined) => (values ? fullNumber(sum(values) ?? 0) : DASH)
  return (
    <ObjectFrame
      mark={<Avatar name={username} />}
      name={username}
      state={<StateTag user={user} />}
      control={!isDeleted && <UserSwitch user={user} actions={actions} />}
      menu={!isDeleted && <UserMenu user={user} actions={actions} />}
      numbers={[
        { label: t('object.balance'), value: user.money_hidden ? DASH : <Money quota={user.quota} /> },
        {
          label: t('object.spentMonth'),
          value: month ? <Money quota={sum(month.quota) ?? 0} /> : DASH,
          values: month?.quota,
        },
        { label: t('object.callsMonth'), value: count(month?.calls), values: month?.calls },
        { label: t('object.failedMonth'), value: count(month?.failed), values: month?.failed, bad: true },
      ]}
      tabs={[
        {
          view: 'overview',
          label: t('object.overview'),
          content: <UserOverview user={user} />,
        },
        { view: 'calls', label: t('object.calls'), content: <RecentCalls scope="all" filters={{ username }} /> },
        { view: 'keys', label: t('object.keys'), content: <UserTokens user={user} /> },
        ...(allows('root', actor) ? [{ ...history, content: <ObjectHistory kind="user" id={id} /> }] : []),
      ]}
    >
      {children}
    </ObjectFrame>
  )
}

/** Spend, calls and failures of a user on each of the last thirty days of 24 hours. */
const monthQuery = (username: string) => ({
  queryKey: ['usage', 'user', username, DAYS],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const end = Math.floor(Date.now() / 1000)
    const start = end - DAYS * DAY
    const rows = await call(usageData, { query: { start_timestamp: start, end_timestamp: end, username } }, signal)
    const perDay = (value: (row: (typeof rows)[number]) => number) => {
      const days = Array.from({ length: DAYS }, () => 0)
      for (const row of rows) {
        const day = Math.min(DAYS - 1, Math.max(0, Math.floor((row.created_at - start) / DAY)))
        days[day] = (days[day] ?? 0) + value(row)
      }
      return days
    }
    return {
      quota: perDay((row) => row.quota),
      calls: perDay((row) => row.count),
      failed: perDay((row) => row.failed_count),
    }
  },
  staleTime: 30_000,
})
