import { cloneElement, lazy, type ReactElement, Suspense, useState } from 'react'
import type { MenuEntry } from './menu.tsx'

const load = () => import('./menu.tsx')
const Menu = lazy(async () => ({ default: (await load()).Menu }))

interface LazyMenuProps {
  /** The button that opens it; an IconButton or Button element. */
  trigger: ReactElement<{ onPointerEnter?: () => void; onFocus?: () => void; onClick?: () => void }>
  /** Asked for when the menu is opened. */
  entries: () => readonly MenuEntry[]
}

/** A menu of which a list holds many: neither code nor lines exist before the pointer or the focus comes near. */
export function LazyMenu({ trigger, entries }: LazyMenuProps) {
  const [opened, setOpened] = useState(false)
  const button = cloneElement(trigger, { onPointerEnter: load, onFocus: load, onClick: () => setOpened(true) })
  if (!opened) return button
  return (
    <Suspense fallback={button}>
      <Menu defaultOpen trigger={trigger} entries={entries()} />
    </Suspense>
  )
}
