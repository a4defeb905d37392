import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useNavEntries } from '#web/features/shell/nav.ts'
import { GENERAL } from '#web/features/shell/shell-actions.ts'
import { useOfferedActions } from '#web/lib/hotkeys.ts'
import { isRequestId } from './request-id.ts'

/** Something the palette can run. */
export interface Command {
  id: string
  label: string
  keys?: string
  run: () => void
}

export interface CommandGroup {
  value: string
  items: Command[]
}

/** What the palette offers for a typed text, in groups. Filtering by words is left to the palette. */
export function useCommands(typed: string): CommandGroup[] {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const entries = useNavEntries()
  const actions = useOfferedActions().filter(({ keysOnly }) => !keysOnly)
  const requestId = typed.trim()
  const canFindRequest = isRequestId(requestId) && entries.some(({ name }) => name === 'log')
  const pages = [
    ...entries.map(({ name, to, key }) => ({
      id: `page-${name}`,
      label: t(`page.${name}`),
      keys: key && `g ${key}`,
      run: () => navigate({ to }),
    })),
    { id: 'page-about', label: t('page.about'), run: () => navigate({ to: '/about' }) },
  ]
  const found = canFindRequest
    ? [
        {
          id: 'request',
          label: t('palette.request', { id: requestId }),
          run: () => navigate({ href: `/log?${new URLSearchParams({ request_id: requestId })}` }),
        },
      ]
    : []
  return [
    { value: t('page.log'), items: found },
    { value: t('palette.actions'), items: actions.filter(({ id }) => !id.startsWith(GENERAL)) },
    { value: t('palette.pages'), items: pages },
    { value: t('palette.general'), items: actions.filter(({ id }) => id.startsWith(GENERAL)) },
  ].filter(({ items }) => items.length > 0)
}
