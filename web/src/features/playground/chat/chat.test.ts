import { expect, test } from 'bun:test'
import type { Keeper } from '../book/keeper.ts'
import { type Conversation, DEFAULT_SETTINGS, type Settings } from '../conversation/conversation.ts'
import { lineOf } from '../conversation/line.ts'
import type { ask } from '../request/ask.ts'
import { openChat } from './chat.ts'

/** The storage shared by the tabs of one browser; each keeper is one tab. */
function browser() {
  const settings: Settings = { ...DEFAULT_SETTINGS, model: 'gpt-4o', system: '' }
  let conversation: Conversation = { id: 'first', messages: [], head: null }
  const tabs = new Map<Keeper, () => void>()
  const tell = (from: Keeper) => {
    for (const [tab, listener] of tabs) if (tab !== from) listener()
  }
  function tab(): Keeper {
    const keeper: Keeper = {
      settings: () => settings,
      conversation: () => conversation,
      keepConversation(next) {
        conversation = structuredClone(next)
        tell(keeper)
        return true
      },
      subscribe(listener) {
        tabs.set(keeper, listener)
        return () => void tabs.delete(keeper)
      },
    }
    return keeper
  }
  return { tab, kept: () => conversation }
}

type Call = { say: (content: string) => void; end: () => Promise<void>; aborted: () => boolean }

/** A model whose answers are controlled by the test. */
function model() {
  const calls: Call[] = []
  const answer: typeof ask = (_body, { onStart, onEvent }, signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      onStart(`request-${calls.length + 1}`)
      calls.push({
        say: (content) => onEvent({ content }, content),
        async end() {
          resolve()
          await Promise.resolve()
          await Promise.resolve()
        },
        aborted: () => signal.aborted,
      })
    })
  return { calls, answer }
}

const now = (run: FrameRequestCallback) => {
  run(0)
  return 0
}
const textsOf = ({ messages, head }: Conversation) => lineOf(messages, head).map(({ content }) => content)

test('answering again while another answer comes ends that one, and loses neither', async () => {
  const { tab } = browser()
  const { calls, answer } = model()
  const chat = openChat(tab(), answer, now)
  chat.send('one')
  calls[0]?.say('first answer')
  await calls[0]?.end()
  const [, first] = lineOf(chat.state().messages, chat.state().head)
  chat.send('two')
  calls[1]?.say('half')
  chat.answerAgain(first?.id ?? '')
  expect(calls.map((call) => call.aborted())).toEqual([false, true, false])
  calls[2]?.say('other answer')
  await calls[2]?.end()
  expect(textsOf(chat.state())).toEqual(['one', 'other answer'])
  expect(chat.state().messages.some(({ state }) => state === 'writing')).toBe(false)
  chat.showVersion(first?.id ?? '')
  expect(textsOf(chat.state())).toEqual(['one', 'first answer', 'two', 'half'])
})

test('a reload in the middle of an answer keeps the question and what came', () => {
  const { tab } = browser()
  const { calls, answer } = model()
  const chat = openChat(tab(), answer, now)
  chat.send('one')
  expect(textsOf(openChat(tab(), answer, now).state())).toEqual(['one', ''])
  calls[0]?.say('half an ans')
  chat.stop()
  const again = openChat(tab(), answer, now).state()
  expect(textsOf(again)).toEqual(['one', 'half an ans'])
  expect(again.messages.at(-1)).toMatchObject({ state: 'stopped', facts: { requestId: 'request-1' } })
})

test('leaving the page ends the answer', () => {
  const { tab, kept } = browser()
  const { calls, answer } = model()
  const chat = openChat(tab(), answer, now)
  const leave = chat.attach()
  chat.send('one')
  leave()
  expect(calls[0]?.aborted()).toBe(true)
  expect(kept().messages.at(-1)?.state).toBe('stopped')
})

test('a question that is asked differently leaves the former one and its answer in place', async () => {
  const { tab } = browser()
  const { calls, answer } = model()
  const chat = openChat(tab(), answer, now)
  chat.send('one')
  await calls[0]?.end()
  const [question] = chat.state().messages
  chat.askInstead(question?.id ?? '', 'uno')
  expect(textsOf(chat.state())).toEqual(['uno', ''])
  chat.showVersion(question?.id ?? '')
  expect(textsOf(chat.state())).toEqual(['one', ''])
})

test('two tabs keep what both asked, and follow each other while one only looks', async () => {
  const { tab, kept } = browser()
  const { calls, answer } = model()
  const one = openChat(tab(), answer, now)
  const two = openChat(tab(), answer, now)
  one.attach()
  two.attach()
  one.send('from one')
  expect(textsOf(two.state())).toEqual(['from one', ''])
  expect(two.state().own).toBeNull()
  calls[0]?.say('answer one')
  await calls[0]?.end()
  two.send('from two')
  one.send('from one again')
  calls[1]?.say('answer two')
  calls[2]?.say('answer three')
  await calls[1]?.end()
  await calls[2]?.end()
  const all = ['from one', 'answer one', 'from two', 'answer two', 'from one again', 'answer three']
  expect(textsOf(one.state())).toEqual(all)
  expect(
    kept()
      .messages.map(({ content }) => content)
      .toSorted(),
  ).toEqual(all.toSorted())
})

test('a deleted conversation is gone in every tab, ends its answer, and can be brought back', () => {
  const { tab, kept } = browser()
  const { calls, answer } = model()
  const one = openChat(tab(), answer, now)
  const two = openChat(tab(), answer, now)
  one.attach()
  two.attach()
  two.send('from two')
  calls[0]?.say('half')
  const undo = one.removeAll()
  expect([one.state().messages, two.state().messages, kept().messages]).toEqual([[], [], []])
  expect([calls[0]?.aborted(), two.state().own]).toEqual([true, null])
  one.send('anew')
  undo()
  expect(textsOf(one.state())).toEqual(['anew', ''])
  expect(one.state().messages.map(({ content }) => content)).toContain('from two')
})

test('a browser without room says so and goes on', () => {
  const { tab } = browser()
  const { answer } = model()
  const chat = openChat({ ...tab(), keepConversation: () => false }, answer, now)
  chat.send('one')
  expect(chat.state()).toMatchObject({ full: true, messages: [{ content: 'one' }, { state: 'writing' }] })
})
