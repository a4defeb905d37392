import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { ask } from './ask.ts'
import { before, type ChatRequest, type Message, patchMessage, requestOf, type Settings } from './conversation.ts'
import { remember, remembered } from './remembered.ts'

/** Events of one answer that are kept for showing them as they came. */
const MOST_EVENTS = 2000

/** What went to the server for an answer, and what came back. */
export interface Exchange {
  request: ChatRequest
  events: string[]
}

/** The conversation of a user with a model: kept in the browser, one answer at a time. */
export function useChat(userId: number) {
  const [state, setState] = useState(() => remembered(userId))
  const [exchanges, setExchanges] = useState<ReadonlyMap<string, Exchange>>(new Map())
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const { settings, messages } = state
  const isWriting = messages.some((message) => message.state === 'writing')
  useEffect(() => {
    if (!isWriting) remember(userId, { settings, messages })
  }, [userId, settings, messages, isWriting])

  const setMessages = (next: (messages: readonly Message[]) => Message[]) =>
    setState((old) => ({ ...old, messages: next(old.messages) }))

  async function answer(context: readonly Message[]) {
    const id = crypto.randomUUID()
    const abort = new AbortController()
    running.current = abort
    setState((old) => ({ ...old, messages: [...context, { id, role: 'assistant', content: '', state: 'writing' }] }))
    const startedAt = performance.now()
    const draft: Message = { id, role: 'assistant', content: '', state: 'writing', facts: { requestId: '' } }
    const exchange: Exchange = { request: requestOf(settings, context), events: [] }
    let frame = 0
    // Words come faster than a screen is drawn.
    const show = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        setMessages((all) => patchMessage(all, id, { ...draft }))
      })
    }
    try {
      await ask(
        exchange.request,
        {
          onStart: (requestId) => {
            draft.facts = { ...draft.facts, requestId }
          },
          onEvent: ({ content, reasoning, usage }, data) => {
            if (exchange.events.length < MOST_EVENTS) exchange.events.push(data)
            if (content || reasoning) draft.facts = { firstMs: performance.now() - startedAt, ...facts(draft) }
            if (content) draft.content += content
            if (reasoning) draft.reasoning = (draft.reasoning ?? '') + reasoning
            if (usage) draft.facts = { ...facts(draft), ...usage }
            show()
          },
        },
        abort.signal,
      )
      draft.state = 'complete'
    } catch (error) {
      draft.state = abort.signal.aborted ? 'stopped' : 'failed'
      if (!abort.signal.aborted) draft.error = error instanceof Error ? error.message : String(error)
      if (error instanceof ApiError && error.requestId) draft.facts = { ...facts(draft), requestId: error.requestId }
    }
    cancelAnimationFrame(frame)
    draft.facts = { ...facts(draft), totalMs: performance.now() - startedAt }
    setExchanges((old) => new Map(old).set(id, exchange))
    setMessages((all) => patchMessage(all, id, { ...draft }))
  }

  const stop = () => running.current?.abort()
  return {
    settings,
    messages,
    /** How an answer of this visit came about; of an earlier one, the call that would be made for it now. */
    exchangeOf: (id: string): Partial<Exchange> & Pick<Exchange, 'request'> =>
      exchanges.get(id) ?? { request: requestOf(settings, before(messages, id)) },
    isWriting,
    change: (patch: Partial<Settings>) => setState((old) => ({ ...old, settings: { ...old.settings, ...patch } })),
    send(content: string) {
      const question: Message = { id: crypto.randomUUID(), role: 'user', content, state: 'complete' }
      void answer([...messages, question])
    },
    /** Asks again for an answer; it and what followed are dropped. */
    retry: (id: string) => void answer(before(messages, id)),
    /** Takes a question and what followed back; returns its text. */
    takeBack(id: string): string {
      const question = messages.find((message) => message.id === id)
      stop()
      setMessages((all) => before(all, id))
      return question?.content ?? ''
    },
    stop,
    clearContext() {
      const last = messages.at(-1)
      if (last) setMessages((all) => patchMessage(all, last.id, { cleared: !last.cleared }))
    },
    removeAll() {
      stop()
      setState((old) => ({ ...old, messages: [] }))
    },
  }
}
export type Chat = ReturnType<typeof useChat>

const facts = (message: Message) => ({ requestId: '', ...message.facts })
