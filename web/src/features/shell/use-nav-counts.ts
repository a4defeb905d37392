import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { autoDisabledQuery } from '#web/features/channels/auto-disabled-query.ts'
import { isHidden, openSteps } from '#web/features/setup/open-steps.ts'
import { setupQuery } from '#web/features/setup/setup-query.ts'
import { allows, useUser } from '#web/lib/session.ts'
import type { NavEntry } from './nav.ts'

const LOOK_MS = 60_000

/** A number beside a page that asks for action, and what it counts, in words. */
export interface NavCount {
  count: number
  text: string
  /** Nothing is wrong. */
  calm?: boolean
}
export type NavCounts = { [name in NavEntry['name']]?: NavCount }

/** What asks for action on which page, for those who may act; nothing is asked while the console is out of sight. */
export function useNavCounts(): NavCounts {
  const { t } = useTranslation('shell')
  const user = useUser()
  const looking = { refetchInterval: LOOK_MS, staleTime: LOOK_MS / 2 }
  const { data: off } = useQuery({ ...autoDisabledQuery, ...looking, enabled: allows('admin', user) })
  const { data: setup } = useQuery({ ...setupQuery, ...looking, enabled: allows('root', user) })
  const unpriced = setup?.unpriced
  const open = setup ? openSteps(setup, location.origin) : []
  const steps = setup && !isHidden(open, setup.hidden) ? open.length : 0
  return {
    ...(off && { channel: { count: off, text: t('nav.autoDisabled', { count: off }) } }),
    ...(steps && { detail: { count: steps, text: t('nav.setup', { count: steps }), calm: true } }),
    ...(unpriced && { setting: { count: unpriced, text: t('nav.unpriced', { count: unpriced }) } }),
  }
}
