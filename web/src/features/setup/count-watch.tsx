import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { autoDisabledQuery } from '#web/features/channels/queries/auto-disabled-query.ts'
import { setupQuery } from '#web/features/setup/setup-query.ts'
import { allows, useUser } from '#web/lib/session.ts'
import { publishCounts } from '../shell/nav-counts.ts'

const LOOK_MS = 60_000

/**
 * Publishes the counts of items that need action, for users who may act on them; renders nothing. Polling
 * pauses while the console is hidden.
 */
export default function CountWatch() {
  const { t } = useTranslation('shell')
  const user = useUser()
  const looking = { refetchInterval: LOOK_MS, staleTime: LOOK_MS / 2 }
  const { data: off = 0 } = useQuery({ ...autoDisabledQuery, ...looking, enabled: allows('admin', user) })
  const { data: setup } = useQuery({ ...setupQuery, ...looking, enabled: allows('root', user) })
  const { unpriced = 0, alerts = 0 } = setup ?? {}
  useEffect(() => {
    publishCounts({
      ...(off > 0 && { channel: { count: off, text: t('nav.autoDisabled', { count: off }) } }),
      ...(alerts > 0 && { alerts: { count: alerts, text: t('nav.alerts', { count: alerts }) } }),
      ...(unpriced > 0 && { price: { count: unpriced, text: t('nav.unpriced', { count: unpriced }) } }),
    })
  }, [off, unpriced, alerts, t])
  // The next login may be another user.
  useEffect(() => () => publishCounts({}), [])
  return null
}
