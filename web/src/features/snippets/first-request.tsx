import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Log, listLogs, listOwnLogs } from '#contract/api/logs.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { Money } from '#web/ui/money.tsx'

interface Props {
  /** Which requests are watched: all users', for administrators, or the user's own. */
  scope: 'all' | 'own'
  /** Limits the search to one token, since its creation. */
  token?: { name: string; created_time: number }
  /**
   * Whether the request has arrived, if the caller watches for it; the log is then queried only for its row,
   * which is missing when the log is disabled. Absent: the log is polled.
   */
  served?: boolean | undefined
}

const WATCH_MS = 3000
/** Number of rows checked: channel tests are calls without a token, and may be the newest. */
const LOOKED_AT = 10

const firstRequestQuery = ({ scope, token }: Pick<Props, 'scope' | 'token'>) =>
  queryOptions({
    queryKey: ['logs', 'first', scope, token?.name, token?.created_time],
    async queryFn({ signal }): Promise<Log | null> {
      const query = {
        type: LOG_TYPE.consume,
        page_size: LOOKED_AT,
        ...(token && { token_name: token.name, start_timestamp: token.created_time }),
      }
      const page = await (scope === 'all' ? call(listLogs, { query }, signal) : call(listOwnLogs, { query }, signal))
      return page.items.findLast((row) => scope === 'own' || row.token_id > 0) ?? null
    },
    // A found request is final; until then the log is polled while the page is visible.
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) => (state.data ? false : WATCH_MS),
  })

/** Waits for the first request, then shows its log row with the cost. */
export function FirstRequest({ scope, token, served }: Props) {
  const { t } = useTranslation('snippets')
  const client = useQueryClient()
  const { data: log } = useQuery({ ...firstRequestQuery({ scope, token }), enabled: served !== false })
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
      ) : (
        <>
          <LoaderCircle size={14} aria-hidden className="animate-spin text-muted" />
          <span className="text-muted">{t('first.waiting')}</span>
        </>
      )}
    </p>
  )
}
