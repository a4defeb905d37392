import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePreferenceActions } from '#web/features/preferences/actions.ts'
import { openPalette, openShortcuts } from '#web/features/shell/open-palette.tsx'
import { type Action, useActions } from '#web/lib/keys/hotkeys.ts'
import { useNavEntries } from './nav.ts'

/** Id prefix of actions available on every page: the palette and the shortcut list group them separately. */
export const GENERAL = 'general:'

/** Registers the actions available on every page; renders nothing. */
export function ShellActions() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const jumps = useNavEntries().flatMap(({ key, name, to, search }): Action[] =>
    key
      ? [
          {
            id: `go-${name}`,
            label: t('palette.goTo', { page: t(`page.${name}`) }),
            keys: `g ${key}`,
            keysOnly: true,
            run: () => navigate({ to, search }),
          },
        ]
      : [],
  )
  const actions: Action[] = [
    { id: 'palette', label: t('palette.open'), keys: 'mod+k', everywhere: true, keysOnly: true, run: openPalette },
    { id: 'shortcuts', label: t('shortcuts.open'), keys: '?', run: openShortcuts },
    ...jumps,
    ...usePreferenceActions(),
  ]
  useActions(actions.map((action) => ({ ...action, id: GENERAL + action.id })))
  return null
}
