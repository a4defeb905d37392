import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from '../confirm.tsx'

/**
 * Asks before the page with an unsaved form is left by link, back button, close button or reload. Changes of the same
 * page's search do not count: the list behind a drawer may move.
 */
export function useLeaveGuard({ isUnsaved, discard }: { isUnsaved: () => boolean; discard: () => void }) {
  const { t } = useTranslation('form')
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !isUnsaved()) return false
      const leave = await confirm({
        title: t('leave.title'),
        description: t('leave.description'),
        action: t('leave.action'),
        danger: true,
      })
      if (leave) discard()
      return !leave
    },
    enableBeforeUnload: isUnsaved,
  })
}
