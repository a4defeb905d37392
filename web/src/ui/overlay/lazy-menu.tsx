import i18next from 'i18next'
import { cloneElement, type ReactElement, useState } from 'react'
import { toast } from '../toast/toast.tsx'
import type { Menu, MenuEntry } from './menu.tsx'
import { lastOverlay } from './overlay.tsx'

const load = () => import('./menu.tsx')
/** Errors are ignored: opening the menu loads it again. */
const preload = () => void load().catch(() => {})

interface LazyMenuProps {
  /** The button that opens the menu; an IconButton or Button element. */
  trigger: ReactElement<{ onPointerEnter?: () => void; onFocus?: () => void; onClick?: () => void }>
  /** Called when the menu is opened. */
  entries: () => readonly MenuEntry[]
}

/**
 * A menu for list rows: code and entries are loaded on hover or focus. It does not open if the user has moved on to
 * another control while its code was loading.
 */
export function LazyMenu({ trigger, entries }: LazyMenuProps) {
  const [loaded, setLoaded] = useState<{ Menu: typeof Menu; open: boolean }>()
  const open = async () => {
    const here = placeOfReader()
    const code = await load().catch(() => null)
    if (!code) return toast.error(i18next.t('error.offline'))
    const { overlay, focus } = placeOfReader()
    const open = overlay === here.overlay && (focus === here.focus || focus === document.body)
    setLoaded({ Menu: code.Menu, open })
  }
  if (!loaded) return cloneElement(trigger, { onPointerEnter: preload, onFocus: preload, onClick: open })
  return <loaded.Menu defaultOpen={loaded.open} trigger={trigger} entries={entries()} />
}

const placeOfReader = () => ({ overlay: lastOverlay(), focus: document.activeElement })
