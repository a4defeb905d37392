import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { getUser, type User } from '#contract/api/users.ts'
import { call } from '#web/lib/api.ts'
import { fullNumber } from '#web/lib/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { GroupTag } from '#web/ui/tag.tsx'

/** Shows an administrator the user of a row. */
export default function UserDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('logs')
  const { data, error, refetch } = useQuery({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => call(getUser, { params: { id } }, signal),
  })
  return (
    <Dialog
      title={t('user.title')}
      onClose={onClose}
      footer={
        data && (
          <>
            <Link to="/user/$id" params={{ id }} onClick={onClose} className={buttonClass()}>
              {t('user.edit')}
            </Link>
            <Link to="/log" search={{ username: data.username }} onClick={onClose} className={buttonClass()}>
              {t('user.logs')}
            </Link>
          </>
        )
      }
    >
      {data ? (
        <Facts user={data} />
      ) : error ? (
        <ListFailure error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
    </Dialog>
  )
}

function Facts({ user }: { user: User }) {
  const { t } = useTranslation('logs')
  const facts = [
    { name: t('user.name'), value: user.username },
    { name: t('user.balance'), value: <Money quota={user.quota} /> },
    { name: t('user.used'), value: <Money quota={user.used_quota} /> },
    { name: t('user.requests'), value: fullNumber(user.request_count) },
    { name: t('user.group'), value: <GroupTag group={user.group} /> },
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
