import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { revokeOtherSessions, revokeSession, type Session } from '#contract/api/account.ts'
import { deviceOf } from '#contract/device.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { Time } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { sessionsQuery } from './queries.ts'

/** Lists the account's login sessions and can end them. */
export function SessionsCard() {
  const { t } = useTranslation('personal')
  const client = useQueryClient()
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  const end = useMutation({
    async mutationFn(ended: Session | 'others') {
      if (ended === 'others') return call(revokeOtherSessions, {})
      await call(revokeSession, { params: { id: ended.id } })
      return 1
    },
    onSuccess: (count) => toast.success(t('sessions.ended', { count })),
    onSettled: () => refresh(client, { queryKey: sessionsQuery.queryKey }),
  })
  const others = sessions?.filter(({ current }) => !current) ?? []
  const endOthers = async () => {
    const question = {
      title: t('sessions.confirm', { count: others.length }),
      description: t('sessions.confirmHint'),
      action: t('sessions.endOthers'),
    }
    if (await confirm({ ...question, danger: true })) end.mutate('others')
  }
  const all = others.length > 1 && (
    <Button size="small" loading={end.isPending} onClick={() => void endOthers()}>
      {t('sessions.endOthers')}
    </Button>
  )
  return (
    <Card title={t('sessions.title')} action={all}>
      {sessions ? (
        <ul className="-my-1.5 max-h-96 divide-y divide-line overflow-y-auto">
          {sessions.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              ending={end.isPending && (end.variables === 'others' ? !session.current : end.variables === session)}
              onEnd={() => end.mutate(session)}
            />
          ))}
        </ul>
      ) : error ? (
        <ListFailure error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-12" />
      )}
    </Card>
  )
}

function SessionLine({ session, ending, onEnd }: { session: Session; ending: boolean; onEnd: () => void }) {
  const { t } = useTranslation('personal')
  const device = deviceOf(session.user_agent) || t('sessions.unknown')
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-2">
          <span {...tip(session.user_agent || undefined)}>{device}</span>
          {session.current && <Status colour="green">{t('sessions.current')}</Status>}
        </div>
        <div className="flex flex-wrap gap-x-3 text-muted text-small">
          <span className="break-all">{session.ip}</span>
          <span>
            {t('sessions.seen')} <Time at={session.last_seen_at} />
          </span>
          <span>
            {t('sessions.since')} <Time at={session.created_at} />
          </span>
        </div>
      </div>
      {!session.current && (
        <Button size="small" loading={ending} aria-label={t('sessions.endNamed', { device })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
