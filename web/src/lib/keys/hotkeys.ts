import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** A command of the current page; listed in the command palette and, with keys, on the shortcut sheet. */
export interface Action {
  id: string
  /** Already translated; verb + object. */
  label: string
  /** `c`, `shift+x`, `mod+enter`, `?`, or a sequence such as `g t`. `mod` is ⌘ on Apple systems, Ctrl elsewhere. */
  keys?: string
  /** Also active while a dialog or drawer has the focus, or while typing (only with `mod`). */
  everywhere?: boolean
  /** Hidden in the palette, for example for moving between rows. */
  keysOnly?: boolean
  run: () => void
}

/** Whether the keyboard has ⌘ instead of Ctrl. */
export const APPLE = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

let actions: readonly Action[] = []
const listeners = new Set<() => void>()

/** Registers actions while the calling component is mounted; the latest registration wins for equal keys. */
export function useActions(offered: readonly Action[]) {
  const run = useEffectEvent((id: string) => offered.find((action) => action.id === id)?.run())
  const shape = JSON.stringify(offered.map(({ run: _, ...rest }) => rest))
  useEffect(() => {
    const mine = (JSON.parse(shape) as Omit<Action, 'run'>[]).map((action) => ({
      ...action,
      run: () => run(action.id),
    }))
    publish([...actions, ...mine])
    return () => publish(actions.filter((action) => !mine.includes(action)))
  }, [shape])
}

/** All registered actions, for use outside components. */
export const offeredActions = () => actions

/** All registered actions. */
export function useOfferedActions() {
  return useSyncExternalStore(subscribe, () => actions)
}

/** Key labels for the current platform: `mod+enter` → ['⌘', '↵']. */
export function keyNames(keys: string) {
  return keys.split(/[ +]/).map((key) => KEY_NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key))
}

const KEY_NAMES: Record<string, string> = {
  mod: APPLE ? '⌘' : 'Ctrl',
  shift: '⇧',
  enter: '↵',
  escape: 'Esc',
  arrowdown: '↓',
  arrowup: '↑',
  arrowleft: '←',
  arrowright: '→',
}

function publish(next: readonly Action[]) {
  actions = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
