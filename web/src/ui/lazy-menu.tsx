import i18next from 'i18next'
import { cloneElement, type ReactElement, useState } from 'react'
import type { Menu, MenuEntry } from './menu.tsx'
import { lastOverlay } from './overlay.tsx'
import { toast } from './toast.tsx'

const load = () => import('./menu.tsx')
/** It is asked for again when the menu is opened. */
const preload = () => void load().catch(() => {})

interface LazyMenuProps {
  /** The button that opens it; an IconButton or Button element. */
  trigger: ReactElement<{ onPointerEnter?: () => void; onFocus?: () => void; onClick?: () => void }>
  /** Asked for when the menu is opened. */
  entries: () => readonly MenuEntry[]
}

/**
 * A menu of which a list holds many: neither code nor lines exist before the pointer or the focus comes near. It does not
 * open over what the reader went on to while its code was loading.
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
