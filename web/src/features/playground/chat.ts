import { ApiError } from '#web/lib/api.ts'
import { ask } from './ask.ts'
import { type ChatRequest, type Message, patchMessage, requestOf, type Settings } from './conversation.ts'
import { endOf, lineOf } from './line.ts'
import { endedMessages, mergeConversations } from './merge.ts'
import type { Conversation, Keeper } from './remembered.ts'

/** Maximum number of events kept per answer for display. */
const MAX_EVENTS = 2000
/** Save interval: a crash loses at most this much of an answer. */
const KEEP_MS = 400

/** The request of an answer and the response events. */
export interface Exchange {
  request: ChatRequest
  events: string[]
}

export interface ChatState extends Conversation {
  settings: Settings
  exchanges: ReadonlyMap<string, Exchange>
  /** Id of the answer that this tab is receiving. */
  own: string | null
  /** The browser storage is full: the conversation lasts only as long as the page. */
  full: boolean
}

interface Writing {
  draft: Message
  abort: AbortController
  startedAt: number
  frame: number
  timer: ReturnType<typeof setTimeout> | undefined
}

export type Chat = ReturnType<typeof openChat>

/**
 * Manages a user's conversation with a model: one answer at a time, saved while it streams, shared with other
 * tabs.
 */
export function openChat(keeper: Keeper, askModel: typeof ask = ask, nextFrame = requestAnimationFrame) {
  const { id, messages, head } = keeper.conversation()
  let state: ChatState = {
    ...{ id, head, messages: endedMessages(messages) },
    settings: keeper.settings(),
    exchanges: new Map(),
    own: null,
    full: false,
  }
  let writing: Writing | undefined
  const listeners = new Set<() => void>()

  function set(patch: Partial<ChatState>) {
    state = { ...state, ...patch }
    for (const listener of listeners) listener()
  }
  function keep() {
    const stored = keeper.conversation()
    const mine = { id: state.id, messages: state.messages, head: state.head }
    const messages = stored.id === mine.id ? mergeConversations(mine, stored, state.own).messages : mine.messages
    const full = !keeper.keepConversation({ ...mine, messages })
    if (full !== state.full) set({ full })
  }
  const change = (patch: Partial<ChatState>) => {
    set(patch)
    keep()
  }

  /** Renders the partial answer once per frame: tokens arrive faster than frames. */
  function show(run: Writing) {
    run.frame ||= nextFrame(() => {
      run.frame = 0
      if (writing === run) set({ messages: patchMessage(state.messages, run.draft.id, { ...run.draft }) })
    })
    run.timer ??= setTimeout(() => {
      run.timer = undefined
      if (writing === run) change({ messages: patchMessage(state.messages, run.draft.id, { ...run.draft }) })
    }, KEEP_MS)
  }

  /** Ends the running answer immediately. */
  function end(run: Writing, patch: Partial<Message>) {
    if (writing !== run) return
    writing = undefined
    clearTimeout(run.timer)
    run.draft = { ...run.draft, ...patch }
    run.draft.facts = { ...factsOf(run.draft), totalMs: performance.now() - run.startedAt }
    change({ own: null, messages: patchMessage(state.messages, run.draft.id, run.draft) })
  }

  function stop() {
    if (!writing) return
    const { abort } = writing
    end(writing, { state: 'stopped' })
    abort.abort()
  }

  /** Requests an answer to a question of the conversation, or to one in `added`. */
  async function answer(question: string, added: readonly Message[] = []) {
    stop()
    const { settings } = state
    const messages = [...state.messages, ...added]
    const exchange: Exchange = { request: requestOf(settings, lineOf(messages, question)), events: [] }
    const run: Writing = {
      draft: {
        id: crypto.randomUUID(),
        parent: question,
        role: 'assistant',
        content: '',
        state: 'writing',
        facts: { requestId: '', model: settings.model },
      },
      abort: new AbortController(),
      startedAt: performance.now(),
      frame: 0,
      timer: undefined,
    }
    const { draft } = run
    writing = run
    const exchanges = new Map(state.exchanges).set(draft.id, exchange)
    change({ exchanges, own: draft.id, head: draft.id, messages: [...messages, { ...draft }] })
    try {
      await askModel(
        exchange.request,
        {
          onStart: (requestId) => {
            draft.facts = { ...factsOf(draft), requestId }
            show(run)
          },
          onEvent: ({ content, reasoning, usage }, data) => {
            if (exchange.events.length < MAX_EVENTS) exchange.events.push(data)
            if (content || reasoning) {
              draft.facts = { firstMs: performance.now() - run.startedAt, ...factsOf(draft) }
            }
            if (content) draft.content += content
            if (reasoning) draft.reasoning = (draft.reasoning ?? '') + reasoning
            if (usage) draft.facts = { ...factsOf(draft), ...usage }
            show(run)
          },
        },
        run.abort.signal,
      )
      end(run, { state: 'complete' })
    } catch (error) {
      if (error instanceof ApiError && error.requestId) {
        draft.facts = { ...factsOf(draft), requestId: error.requestId }
      }
      end(run, { state: 'failed', error: error instanceof Error ? error.message : String(error) })
    }
  }

  function askUnder(parent: string | null, content: string) {
    const question: Message = { id: crypto.randomUUID(), parent, role: 'user', content, state: 'complete' }
    void answer(question.id, [question])
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Follows other tabs until the page is left, which ends a running answer. Returns the cleanup function. */
    attach() {
      const stopFollowing = keeper.subscribe(() => {
        const { own } = state
        set(mergeConversations(state, keeper.conversation(), own))
        if (writing && !state.messages.some(({ id }) => id === own)) {
          const { abort } = writing
          writing = undefined
          set({ own: null })
          abort.abort()
        }
      })
      return () => {
        stopFollowing()
        stop()
      }
    },
    change(patch: Partial<Settings>) {
      const settings = { ...state.settings, ...patch }
      set({ settings })
      keeper.keepSettings(settings)
    },
    send: (content: string) => askUnder(state.head, content),
    /** Asks an edited question; the former version is kept beside it. */
    askInstead(id: string, content: string) {
      const former = state.messages.find((message) => message.id === id)
      if (former) askUnder(former.parent, content)
    },
    /** Regenerates an answer; the former one is kept beside it. */
    answerAgain(id: string) {
      const former = state.messages.find((message) => message.id === id)
      if (former?.parent) void answer(former.parent)
    },
    /** Shows another version of a message and its continuation. */
    showVersion: (id: string) => change({ head: endOf(state.messages, id) }),
    stop,
    clearContext() {
      const last = state.messages.find(({ id }) => id === state.head)
      if (last) change({ messages: patchMessage(state.messages, last.id, { cleared: !last.cleared }) })
    },
    /** Deletes the conversation with all versions. Returns an undo function. */
    removeAll() {
      stop()
      const { messages, head } = state
      change({ id: crypto.randomUUID(), messages: [], head: null })
      return () => change({ messages: [...messages, ...state.messages], head: state.head ?? head })
    },
  }
}

const factsOf = (message: Message) => ({ requestId: '', ...message.facts })
