import { lazy } from 'react'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { collectKeys } from '#web/lib/keys/early-keys.ts'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'

const Palette = lazy(async () => {
  const [{ overlays }] = await Promise.all([import('#web/console-parts.ts'), loadNamespaces('palette', 'setup')])
  return overlays.palette()
})
const ShortcutSheet = lazy(async () => (await import('#web/console-parts.ts')).overlays.shortcuts())

let isOpen = false

/** Opens the command palette with `query` as the initial search. */
export async function openPalette(query = '') {
  if (isOpen) return
  // Its code is loaded when it first opens, and nobody waits for that before typing.
  const takeTyped = collectKeys()
  await once((close) => <Palette query={query} takeTyped={takeTyped} onClose={close} />)
  takeTyped()
}

/** Opens the list of shortcuts of the current page. */
export async function openShortcuts() {
  await once((close) => <ShortcutSheet onClose={close} />)
}

/** Both have shortcuts that work everywhere: pressing them again must not open a second dialog. */
async function once(draw: Parameters<typeof openOverlay<void>>[0]) {
  if (isOpen) return
  isOpen = true
  await openOverlay<void>(draw)
  isOpen = false
}
