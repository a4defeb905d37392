import { MEDIA, useMedia } from '#web/lib/media.ts'
import { useStatus } from '#web/lib/status.ts'
import { useStored } from '#web/lib/storage.ts'

/** Returns the sidebar's width: the user's choice, else the site's default; always narrow on small screens. */
export function useSidebar() {
  const isWide = useMedia(MEDIA.wide)
  const { default_collapse_sidebar } = useStatus()
  const chosen = useStored('sidebar') ?? (default_collapse_sidebar ? 'icons' : 'open')
  const open = isWide && chosen === 'open'
  return { isWide, open, width: open ? 'w-55' : 'w-14' }
}
