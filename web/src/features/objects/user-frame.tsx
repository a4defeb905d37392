import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { usageData } from '#contract/api/statistics.ts'
import type { User } from '#contract/api/users.ts'
import { useUserColumns } from '#web/features/users/columns.tsx'
import { UserSwitch } from '#web/features/users/row-actions.tsx'
import { stateOfUser } from '#web/features/users/standing.ts'
import { StateTag } from '#web/features/users/tags.tsx'
import { useUserActions } from '#web/features/users/user-actions.ts'
import { UserMenu } from '#web/features/users/user-menu.tsx'
import { call } from '#web/lib/api.ts'
import { DASH, fullNumber } from '#web/lib/format.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { allows, useUser } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/texts.ts'
import { Money } from '#web/ui/money.tsx'
import { ObjectFrame } from '#web/ui/object-frame.tsx'
import { FieldList } from '#web/ui/table/field-list.tsx'
import { Avatar } from '#web/ui/tag.tsx'

const DAY = 86_400
const DAYS = 7

const RecentCalls = lazy(async () => {
  await loadNamespaces('logs')
  return import('./recent-calls.tsx')
})
const UserTokens = lazy(async () => {
  await loadNamespaces('tokens')
  return import('#web/features/users/user-tokens.tsx')
})
const ObjectHistory = lazy(async () => {
  await loadNamespaces('audits', 'users', 'logs')
  return import('./object-history.tsx')
})

/** A user as a page: balance and use, calls, keys, settings, who changed the account. */
export function UserFrame({ user, children }: { user: User; children: ReactNode }) {
  const { t } = useTranslation('form')
  const actor = useUser()
  const actions = useUserActions()
  const { id, username } = user
  const isDeleted = stateOfUser(user) === 'deleted'
  const { data: week } = useQuery(weekQuery(username))
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
        { label: t('object.balance'), value: <Money quota={user.quota} /> },
        {
          label: t('object.week'),
          value: week ? <Money quota={sum(week.quota) ?? 0} /> : DASH,
          values: week?.quota,
        },
        { label: t('object.callsWeek'), value: count(week?.calls), values: week?.calls },
        { label: t('object.failedWeek'), value: count(week?.failed), values: week?.failed, bad: true },
      ]}
      tabs={[
        { view: 'overview', label: t('object.overview'), content: <Overview user={user} /> },
        { view: 'calls', label: t('object.calls'), content: <RecentCalls scope="all" filters={{ username }} /> },
        { view: 'keys', label: t('object.keys'), content: <UserTokens user={user} /> },
        ...(allows('root', actor)
          ? [{ view: 'history' as const, label: t('object.history'), content: <ObjectHistory kind="user" id={id} /> }]
          : []),
      ]}
    >
      {children}
    </ObjectFrame>
  )
}

/** Every column of the list: on narrow screens the only place of some. */
function Overview({ user }: { user: User }) {
  const columns = useUserColumns(useUserActions())
  return <FieldList columns={columns.filter(({ id }) => id !== 'username' && id !== 'actions')} row={user} />
}

/** What a user spent, called and failed on each of the last seven days of 24 hours. */
const weekQuery = (username: string) => ({
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
