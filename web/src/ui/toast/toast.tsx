import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'

export interface Message {
  kind: 'success' | 'info' | 'warning' | 'error'
  text: string
  /** Undoes the reported action; ⌘Z does so too while it is shown. */
  action?: { label: string; run: () => void }
}
type Options = Pick<Message, 'action'>

// Falls back to FallbackToasts: a message about a lost connection must not depend on it.
const ToastRegion = lazy(() => import('./toast-region.tsx').catch(() => ({ default: FallbackToasts })))

let waiting: Message[] = []
let deliver: ((message: Message) => void) | undefined
let wanted = false
const listeners = new Set<() => void>()

function send(message: Message) {
  if (deliver) return deliver(message)
  waiting.push(message)
  wanted = true
  for (const listener of listeners) listener()
}

/** Short messages. Callable from anywhere. */
export const toast = {
  success: (text: string, options?: Options) => send({ kind: 'success', text, ...options }),
  info: (text: string, options?: Options) => send({ kind: 'info', text, ...options }),
  warning: (text: string, options?: Options) => send({ kind: 'warning', text, ...options }),
  error: (text: string, options?: Options) => send({ kind: 'error', text, ...options }),
}

/** Renders the toasts. Mounted once; the region's code loads with the first message, which is queued meanwhile. */
export function ToastHost() {
  const isWanted = useSyncExternalStore(subscribe, () => wanted)
  if (!isWanted) return null
  return (
    <Suspense>
      <ToastRegion onReady={connect} />
    </Suspense>
  )
}

/** Passes queued and later messages to the region. Returns the disconnect function. */
function connect(receive: (message: Message) => void) {
  deliver = receive
  for (const message of waiting) receive(message)
  waiting = []
  return () => {
    deliver = undefined
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const MOST = 3

/** Replaces the toasts when their code cannot be loaded: messages stay readable, and their actions usable. */
function FallbackToasts({ onReady }: { onReady: (receive: (message: Message) => void) => () => void }) {
  const [messages, setMessages] = useState<readonly Message[]>([])
  useEffect(() => onReady((message) => setMessages((all) => [...all, message].slice(-MOST))), [onReady])
  return (
    <div role="alert" className="popup fixed right-4 bottom-20 z-50 max-w-96 empty:hidden">
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same words may come twice
        <p key={index} className="flex gap-3 px-3 py-2">
          {message.text}
          {message.action && (
            <button type="button" className="text-primary underline" onClick={message.action.run}>
              {message.action.label}
            </button>
          )}
        </p>
      ))}
    </div>
  )
}
