import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useNavEntries } from '#web/features/shell/nav.ts'
import { useNavCounts } from '#web/features/shell/nav-counts.ts'
import { GENERAL } from '#web/features/shell/shell-actions.ts'
import { namedChats } from '#web/features/tokens/chat-links.ts'
import { useOfferedActions } from '#web/lib/keys/hotkeys.ts'
import { useStatus } from '#web/lib/status.ts'

/** A command that the palette can run. */
export interface Command {
  id: string
  label: string
  /** Distinguishes records of the same name. */
  detail?: string
  keys?: string
  /** Matched by the server: the label need not contain the typed text. */
  found?: boolean
  run: () => void
}

export interface CommandGroup {
  value: string
  items: Command[]
}

/** Returns the palette's pages and actions in groups. The palette filters them. */
export function useCommands(): CommandGroup[] {
  const { t } = useTranslation('shell')
  const { t: words } = useTranslation('palette')
  const navigate = useNavigate()
  const entries = useNavEntries()
  const counts = useNavCounts()
  const chats = namedChats(useStatus())
  const actions = useOfferedActions().filter(({ keysOnly }) => !keysOnly)
  const pages = [
    ...entries.map(({ name, to, search, key }) => ({
      id: `page-${name}`,
      label: t(`page.${name}`),
      detail: counts[name]?.text,
      keys: key && `g ${key}`,
      run: () => navigate({ to, search }),
    })),
    ...chats.map(({ name }, index) => ({
      id: `chat-${index}`,
      label: name,
      detail: t('page.chat'),
      run: () => navigate({ to: '/chat/$id', params: { id: String(index) } }),
    })),
    { id: 'page-about', label: t('page.about'), run: () => navigate({ to: '/about' }) },
  ]
  return [
    { value: words('actions'), items: actions.filter(({ id }) => !id.startsWith(GENERAL)) },
    { value: words('pages'), items: pages },
    { value: words('general'), items: actions.filter(({ id }) => id.startsWith(GENERAL)) },
  ]
}
