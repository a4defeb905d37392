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
  /** Whose requests: anybody's, for administrators, or one's own. */
  scope: 'all' | 'own'
  /** Of one token only, since its creation. */
  token?: { name: string; created_time: number }
  /**
   * Whether it has come, where the caller watches for that; the log is only asked for its row then, which is not there
   * when the log is switched off. Absent: the log is watched.
   */
  served?: boolean | undefined
}

const WATCH_MS = 3000
/** Tests of channels are calls without a token, and may be the newest. */
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
    // A request that is found is found; until then it may come at any moment, as long as the page is in sight.
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) => (state.data ? false : WATCH_MS),
  })

/** Waits for the first request, and turns into its row of the log with what it cost. */
export function FirstRequest({ scope, token, served }: Props) {
  const { t } = useTranslation('snippets')
  const client = useQueryClient()
  const { data: log } = useQuery({ ...firstRequestQuery({ scope, token }), enabled: served !== false })
  const isSeen = Boolean(log)
  useEffect(() => {
    if (!isSeen) return
    // What is shown of the balance, the set-up and the usage is from before.
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
