import { ApiError } from '#web/lib/api.ts'
import { ask } from './ask.ts'
import { type ChatRequest, type Message, patchMessage, requestOf, type Settings } from './conversation.ts'
import { endOf, lineOf } from './line.ts'
import { endedMessages, mergeConversations } from './merge.ts'
import type { Conversation, Keeper } from './remembered.ts'

/** Events of one answer that are kept for showing them as they came. */
const MOST_EVENTS = 2000
/** How much of an answer a crash may lose. */
const KEEP_MS = 400

/** What went to the server for an answer, and what came back. */
export interface Exchange {
  request: ChatRequest
  events: string[]
}

export interface ChatState extends Conversation {
  settings: Settings
  exchanges: ReadonlyMap<string, Exchange>
  /** The answer that comes now, in this tab. */
  own: string | null
  /** The browser has no room for the conversation: it lasts as long as the page. */
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

/** The conversation of a user with a model: one answer at a time, kept as it comes, and shared with other tabs. */
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

  /** Shows the answer as it is by now; words come faster than a screen is drawn. */
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

  /** Ends the answer that is being written, at once. */
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

  /** Asks for an answer to a question of the conversation, or to one that is `added` to it. */
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
            if (exchange.events.length < MOST_EVENTS) exchange.events.push(data)
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
    /** Follows other tabs until the page is left, which ends an answer. Returns the way to leave. */
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
    /** Asks a question differently; the former version stays beside it. */
    askInstead(id: string, content: string) {
      const former = state.messages.find((message) => message.id === id)
      if (former) askUnder(former.parent, content)
    },
    /** Asks again for an answer; the former one stays beside it. */
    answerAgain(id: string) {
      const former = state.messages.find((message) => message.id === id)
      if (former?.parent) void answer(former.parent)
    },
    /** Shows another version of a message and what followed it. */
    showVersion: (id: string) => change({ head: endOf(state.messages, id) }),
    stop,
    clearContext() {
      const last = state.messages.find(({ id }) => id === state.head)
      if (last) change({ messages: patchMessage(state.messages, last.id, { cleared: !last.cleared }) })
    },
    /** Deletes the conversation with all its versions. Returns the way to bring it back. */
    removeAll() {
      stop()
      const { messages, head } = state
      change({ id: crypto.randomUUID(), messages: [], head: null })
      return () => change({ messages: [...messages, ...state.messages], head: state.head ?? head })
    },
  }
}

const factsOf = (message: Message) => ({ requestId: '', ...message.facts })
