import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { listOwnLogs } from '#contract/api/logs.ts'
import { call } from '#web/lib/api.ts'
import { Time } from '#web/ui/time.tsx'
import { tip } from '#web/ui/tooltip.tsx'

const DAY_SECONDS = 24 * 3600

const lastFailureQuery = {
  queryKey: ['logs', 'last-failure'],
  async queryFn({ signal }: { signal: AbortSignal }) {
    const since = Math.floor(Date.now() / 1000) - DAY_SECONDS
    const query = { status: 'failed', start_timestamp: since, page_size: 10 } as const
    return (await call(listOwnLogs, { query }, signal)).items[0] ?? null
  },
}

/** Links to the newest of the user's failed calls in the last 24 hours; nothing without one. */
export default function LastFailure() {
  const { t } = useTranslation('home')
  const { data: row } = useQuery(lastFailureQuery)
  if (!row) return null
  const { id, created_at, model_name, content } = row
  return (
    <Link
      to="/log"
      search={{ row: id }}
      className="font-normal text-danger text-small underline"
      {...tip([model_name, content].filter(Boolean).join(': '))}
    >
      {t('lastFailure')} <Time at={created_at} />
    </Link>
  )
}
