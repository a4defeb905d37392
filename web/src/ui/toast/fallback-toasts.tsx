import { useEffect, useState } from 'react'
import type { Message } from './toast.tsx'

const MOST = 3

/** Replaces the toasts when their code cannot be loaded: messages stay readable, and their actions usable. */
export function FallbackToasts({ onReady }: { onReady: (receive: (message: Message) => void) => () => void }) {
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
