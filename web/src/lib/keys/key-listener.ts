import { getStored } from '../storage.ts'
import { type Action, APPLE, offeredActions } from './hotkeys.ts'

const SEQUENCE_MS = 1200

/** Listens for keys on the document. Returns a function that removes the listener. */
export function listenForKeys() {
  let prefix = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || /^(?:Shift|Control|Alt|Meta)$/.test(event.key)) return
    // Alt with an arrow key is the browser's back and forward.
    if (event.altKey && event.key.startsWith('Arrow')) return
    const stroke = strokeOf(event)
    const place = placeOf(event.target)
    const allowed = offeredActions().filter((action) => action.keys && isAllowed(action, place))
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

/** Returns a key press in the notation of `Action.keys`. A character such as `?` includes its own shift. */
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
