import i18next from 'i18next'
import { ApiError } from '#web/lib/api.ts'
import type { ToolCallPiece } from '#web/lib/chat-events.ts'
import { type Message, patchMessage, type Settings, type ToolCall } from '../conversation/conversation.ts'
import { lineOf } from '../conversation/line.ts'
import { dataOf, loadFiles, missingFiles } from '../files/file-store.ts'
import type { ask } from '../request/ask.ts'
import { requestOf } from '../request/request-of.ts'
import type { ChatStore, Exchange } from './chat-store.ts'

/** Maximum number of events kept per answer for display. */
const MAX_EVENTS = 2000
/** Save interval: a crash loses at most this much of an answer. */
const KEEP_MS = 400

interface RunningAnswer {
  draft: Message
  abort: AbortController
  startedAt: number
  frame: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Requests the answers of a chat, one at a time, and writes them into its state as they arrive. */
export function createAnswering(
  store: ChatStore,
  settingsNow: () => Settings,
  askModel: typeof ask,
  nextFrame: typeof requestAnimationFrame,
) {
  const { state, set, change } = store
  let running: RunningAnswer | undefined

  /** Renders the partial answer once per frame: tokens arrive faster than frames. */
  function show(run: RunningAnswer) {
    run.frame ||= nextFrame(() => {
      run.frame = 0
      if (running === run) set({ messages: patchMessage(state().messages, run.draft.id, { ...run.draft }) })
    })
    run.timer ??= setTimeout(() => {
      run.timer = undefined
      if (running === run) change({ messages: patchMessage(state().messages, run.draft.id, { ...run.draft }) })
    }, KEEP_MS)
  }

  /** Ends the running answer immediately. */
  function end(run: RunningAnswer, patch: Partial<Message>) {
    if (running !== run) return
    running = undefined
    clearTimeout(run.timer)
    run.draft = { ...run.draft, ...patch }
    run.draft.facts = { ...factsOf(run.draft), totalMs: performance.now() - run.startedAt }
    change({ own: null, messages: patchMessage(state().messages, run.draft.id, run.draft) })
  }

  function stop() {
    if (!running) return
    const { abort } = running
    end(running, { state: 'stopped' })
    abort.abort()
  }

  /** Ends a running answer without storing it, when the conversation no longer has it. */
  function drop() {
    if (!running) return
    const { abort } = running
    running = undefined
    set({ own: null })
    abort.abort()
  }

  /** Requests an answer to a question of the conversation, or to one in `added`. */
  async function answer(question: string, added: readonly Message[] = []) {
    stop()
    const settings = settingsNow()
    const messages = [...state().messages, ...added]
    const line = lineOf(messages, question)
    const run = createRun(question, settings.model)
    const { draft } = run
    running = run
    change({ own: draft.id, head: draft.id, messages: [...messages, { ...draft }] })
    try {
      if (missingFiles(line).length > 0) await presentFiles(line)
      if (running !== run) return
      const exchange: Exchange = { request: requestOf(settings, line, dataOf), events: [] }
      set({ exchanges: new Map(state().exchanges).set(draft.id, exchange) })
      await askModel(exchange.request, eventsOf(run, exchange, show), run.abort.signal)
      end(run, { state: 'complete' })
    } catch (error) {
      if (error instanceof ApiError && error.requestId) {
        draft.facts = { ...factsOf(draft), requestId: error.requestId }
      }
      end(run, { state: 'failed', error: error instanceof Error ? error.message : String(error) })
    }
  }

  return { answer, stop, drop }
}

function createRun(question: string, model: string): RunningAnswer {
  return {
    draft: {
      id: crypto.randomUUID(),
      parent: question,
      role: 'assistant',
      content: '',
      state: 'writing',
      facts: { requestId: '', model },
    },
    abort: new AbortController(),
    startedAt: performance.now(),
    frame: 0,
    timer: undefined,
  }
}

/** Returns handlers that add what arrives to the draft of an answer. */
function eventsOf(
  run: RunningAnswer,
  exchange: Exchange,
  show: (run: RunningAnswer) => void,
): Parameters<typeof ask>[1] {
  const { draft } = run
  return {
    onStart: (requestId) => {
      draft.facts = { ...factsOf(draft), requestId }
      show(run)
    },
    onEvent: ({ content, reasoning, toolCalls, usage }, data) => {
      if (exchange.events.length < MAX_EVENTS) exchange.events.push(data)
      if (content || reasoning || toolCalls) {
        draft.facts = { firstMs: performance.now() - run.startedAt, ...factsOf(draft) }
      }
      if (content) draft.content += content
      if (reasoning) draft.reasoning = (draft.reasoning ?? '') + reasoning
      if (toolCalls) draft.toolCalls = joinedCalls(draft.toolCalls, toolCalls)
      if (usage) draft.facts = { ...factsOf(draft), ...usage }
      show(run)
    },
  }
}

/** Loads the files of the messages. Throws if one is no longer in this browser. */
async function presentFiles(line: readonly Message[]) {
  await loadFiles(missingFiles(line))
  const [gone] = missingFiles(line)
  if (gone) throw new Error(i18next.t('playground:failed.file', { name: gone.name }))
}

/** Returns the calls with the pieces that arrived. */
function joinedCalls(calls: readonly ToolCall[] = [], pieces: readonly ToolCallPiece[]): ToolCall[] {
  const joined = calls.map((call) => ({ ...call }))
  for (const { index, id, name, arguments: text = '' } of pieces) {
    const call = joined[index]
    if (call) {
      call.arguments += text
    } else {
      joined[index] = { id: id ?? '', name: name ?? '', arguments: text }
    }
  }
  return joined.filter(Boolean)
}

const factsOf = (message: Message) => ({ requestId: '', ...message.facts })
