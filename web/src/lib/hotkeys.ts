import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { getStored } from './storage.ts'

/** Something one can do on the page that is open; listed in the palette and, with keys, on the shortcut sheet. */
export interface Action {
  id: string
  /** Already translated; verb + object. */
  label: string
  /** `c`, `shift+x`, `mod+enter`, `?`, or a sequence such as `g t`. `mod` is ⌘ on Apple systems, Ctrl elsewhere. */
  keys?: string
  /** Also while a dialog or drawer has the focus, or while typing (only with `mod`). */
  everywhere?: boolean
  /** Kept out of the palette: moving between rows makes no sense there. */
  keysOnly?: boolean
  run: () => void
}

const APPLE = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')
const SEQUENCE_MS = 1200

let actions: readonly Action[] = []
const listeners = new Set<() => void>()

/** Offers actions while the calling component is mounted; of two with the same keys the latest one counts. */
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

/** Every action on offer now. */
export function useOfferedActions() {
  return useSyncExternalStore(subscribe, () => actions)
}

/** Listens for keys on the document. Returns the way to stop. */
export function listenForKeys() {
  let prefix = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || /^(?:Shift|Control|Alt|Meta)$/.test(event.key)) return
    const stroke = strokeOf(event)
    const place = placeOf(event.target)
    const allowed = actions.filter((action) => action.keys && isAllowed(action, place))
    const typed = prefix + stroke
    const action = allowed.findLast(({ keys }) => keys === typed) ?? allowed.findLast(({ keys }) => keys === stroke)
    clearTimeout(timer)
    prefix = ''
    if (action) {
      event.preventDefault()
      action.run()
    } else if (allowed.some(({ keys }) => keys?.startsWith(`${stroke} `))) {
      prefix = `${stroke} `
      timer = setTimeout(() => {
        prefix = ''
      }, SEQUENCE_MS)
    }
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

/** Keys as printed on the keyboard in use: `mod+enter` → ['⌘', '↵']. */
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
}

/** How a key press is written in `Action.keys`. A sign such as `?` carries its own shift. */
export function strokeOf(event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'shiftKey'>) {
  const key = event.key.toLowerCase()
  const shift = event.shiftKey && (/^[a-z]$/.test(key) || key.length > 1)
  return `${(APPLE ? event.metaKey : event.ctrlKey) ? 'mod+' : ''}${shift ? 'shift+' : ''}${key}`
}

type Place = 'page' | 'layer' | 'text'

function placeOf(target: EventTarget | null): Place {
  if (!(target instanceof Element)) return 'page'
  if (target.closest('input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable]')) return 'text'
  return target.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') ? 'layer' : 'page'
}

function isAllowed({ keys = '', everywhere = false }: Action, place: Place) {
  if (keys.startsWith('mod+')) return place === 'page' || everywhere
  if (place === 'text' || !getStored('shortcuts')) return false
  return place === 'page' || everywhere
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
