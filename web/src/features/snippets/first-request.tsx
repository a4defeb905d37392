import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Log, listLogs, listOwnLogs } from '#contract/api/logs.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { formatQuota } from '#web/lib/format.ts'
import { useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Money } from '#web/ui/money.tsx'
import { type FirstFailure, readFailure } from './first-failure.ts'

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

/** Which requests are watched. */
interface Watched {
  /** All users', for administrators, or the user's own. */
  scope: 'all' | 'own'
  /** Limits the search to one token, since its creation. */
  token?: { name: string; created_time: number } | undefined
}

interface FirstCall {
  served: Log | null
  /** The newest failed call; null when a call was served. */
  failed: FirstFailure | null
}

const WATCH_MS = 3000
/** Number of rows checked: channel tests are calls without a token, and may be the newest. */
const LOOKED_AT = 10

/** The first served request, or the newest failed one. A served one is final; until then the log is polled. */
const firstCallQuery = ({ scope, token }: Watched) =>
  queryOptions({
    queryKey: ['logs', 'first', scope, token?.name, token?.created_time],
    async queryFn({ signal }): Promise<FirstCall> {
      const read = async (filter: { type: number } | { status: 'failed' }) => {
        const since = token && { token_name: token.name, start_timestamp: token.created_time }
        const query = { ...filter, ...since, page_size: LOOKED_AT }
        const page = await (scope === 'all' ? call(listLogs, { query }, signal) : call(listOwnLogs, { query }, signal))
        return page.items.filter((row) => scope === 'own' || row.token_id > 0)
      }
      const served = (await read({ type: LOG_TYPE.consume })).at(-1) ?? null
      const [last] = served ? [] : await read({ status: 'failed' })
      return { served, failed: last ? readFailure(last) : null }
    },
    staleTime: ({ state }) => (state.data?.served ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) => (state.data?.served ? false : WATCH_MS),
  })

/** Why the newest call failed, and what to do about it. */
function FailedRequest({ failure }: { failure: FirstFailure }) {
  const { t, i18n } = useTranslation('snippets')
  const status = useStatus()
  const user = useUser()
  const { wayOut, message } = failure
  const isBroke = wayOut === 'balance' && user !== null && user.quota <= 0
  return (
    <>
      <CircleAlert size={14} aria-hidden className="shrink-0 text-danger" />
      <span className="min-w-0 break-words text-danger">
        {isBroke
          ? t('first.broke', { balance: formatQuota(user.quota, status) })
          : t('first.failed', { message: i18n.language === 'zh' ? message.zh : message.en })}
      </span>
      <WayOutLink failure={failure} />
    </>
  )
}

const LOOK = 'text-primary underline'

function WayOutLink({ failure: { wayOut, id, tokenId } }: { failure: FirstFailure }) {
  const { t } = useTranslation('snippets')
  const label = t(`first.wayOut.${wayOut}`)
  if (wayOut === 'balance') {
    return (
      <Link to="/topup" className={LOOK}>
        {label}
      </Link>
    )
  }
  if (wayOut === 'token' && tokenId > 0) {
    return (
      <Link to="/token/$id" params={{ id: tokenId }} className={LOOK}>
        {label}
      </Link>
    )
  }
  if (wayOut === 'model') {
    return (
      <Link to="/models" className={LOOK}>
        {label}
      </Link>
    )
  }
  return (
    <Link to="/log" search={{ row: id }} className={LOOK}>
      {t('first.show')}
    </Link>
  )
}
