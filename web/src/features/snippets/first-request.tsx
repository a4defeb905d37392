import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { refresh } from '#web/lib/after-write.ts'
import { useUser } from '#web/lib/session.ts'
import { Money } from '#web/ui/money.tsx'
import { FailedRequest } from './failed-request.tsx'
import { firstCallQuery, type Watched } from './first-call.ts'

interface Props extends Watched {
  /**
   * Whether the request has arrived, if the caller watches for it; the log is then queried only for its row,
   * which is missing when the log is disabled. Absent: the log is polled.
   */
  served?: boolean | undefined
}

/** Waits for the first request, then shows its log row with the cost; until then, why the newest one failed. */
export function FirstRequest({ scope, token, served }: Props) {
  const { t } = useTranslation('snippets')
  const client = useQueryClient()
  const user = useUser()
  const { data } = useQuery(firstCallQuery({ scope, token }))
  const log = served === false ? null : data?.served
  // A balance that was topped up since is no obstacle any more.
  const isOver = data?.failed?.wayOut === 'balance' && scope === 'own' && (user?.quota ?? 0) > 0
  const failed = isOver ? null : data?.failed
  const isSeen = Boolean(log)
  useEffect(() => {
    if (!isSeen) return
    // The displayed balance, setup progress and usage are outdated.
    const isOld = ([first, second]: readonly unknown[]) =>
      first === 'setup' || first === 'usage' || (first === 'self' && second === undefined)
    void refresh(client, { predicate: ({ queryKey }) => isOld(queryKey) })
  }, [isSeen, client])
  return (
    <p role="status" className="flex min-h-6 flex-wrap items-center gap-x-2 text-small">
      {log ? (
        <>
          <span className="text-success">{t('first.served')}</span>
          <span className="min-w-0 break-all">{log.model_name}</span>
          <Money quota={log.quota} digits={6} />
          <Link to="/log" search={{ row: log.id }} className="text-primary underline">
            {t('first.show')}
          </Link>
        </>
      ) : served ? (
        <span className="text-success">{t('first.plain')}</span>
      ) : failed ? (
        <FailedRequest failure={failed} />
      ) : (
        <>
          <LoaderCircle size={14} aria-hidden className="animate-spin text-muted" />
          <span className="text-muted">{t('first.waiting')}</span>
        </>
      )}
    </p>
  )
}
