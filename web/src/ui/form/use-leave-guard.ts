import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from '../overlay/confirm.tsx'

interface Guarded {
  isUnsaved: () => boolean
  saving: () => Promise<boolean> | null
  discard: () => void
}

/**
 * Asks before an unsaved form is left by link, back button, close button or reload. Search changes of the same page
 * are allowed, so that the list behind a drawer can be used. While a save runs, leaving waits for its result; a
 * failed save keeps the page.
 */
export function useLeaveGuard({ isUnsaved, saving, discard }: Guarded) {
  const { t } = useTranslation('form')
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false
      const save = saving()
      if (save) return !(await save)
      if (!isUnsaved()) return false
      const leave = await confirm({
        title: t('leave.title'),
        description: t('leave.description'),
        action: t('leave.action'),
        danger: true,
      })
      if (leave) discard()
      return !leave
    },
    enableBeforeUnload: () => saving() !== null || isUnsaved(),
  })
}
