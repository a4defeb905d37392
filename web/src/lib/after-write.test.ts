import { expect, test } from 'bun:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { hold, refresh } from './after-write.ts'
import { patchRecord, patchRecords } from './records.ts'

const LIST = ['things', 'list']
const KEYS = { list: LIST, one: ['things', 'one', 1] }
type Thing = { id: number; name?: string }

/** A mounted list query whose responses the test resolves. */
function shownList(page = 1) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const answers: ((names: string[]) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: [...LIST, { page }],
    queryFn: async () => {
      const names = await new Promise<string[]>((resolve) => answers.push(resolve))
      return { data: names.map((name, index): Thing => ({ id: index + 1, name })), total: names.length }
    },
  })
  const unsubscribe = observer.subscribe(() => {})
  return {
    client,
    asked: () => answers.length,
    async answer(index: number, ...names: string[]) {
      answers[index]?.(names)
      await turn()
    },
    names: () => observer.getCurrentResult().data?.data.map(({ name }) => name),
    unsubscribe,
  }
}

const turn = () => new Promise((resolve) => setTimeout(resolve))

test('a first answer that was asked for before a write is not taken for the state after it', async () => {
  const list = shownList()
  void refresh(list.client, { queryKey: LIST })
  await list.answer(0, 'old')
  expect(list.asked()).toBe(2)
  await list.answer(1, 'old', 'new')
  expect(list.names()).toEqual(['old', 'new'])
})

test('who waits for a first answer gets the one after the write', async () => {
  const list = shownList()
  const waiting = list.client.fetchQuery<unknown>({ queryKey: [...LIST, { page: 1 }] })
  void refresh(list.client, { queryKey: LIST })
  await list.answer(1, 'new')
  expect(await waiting).toEqual({ data: [{ id: 1, name: 'new' }], total: 1 })
})

test('a change that is shown is not taken back by an answer from before it', async () => {
  const list = shownList()
  await list.answer(0, 'old')
  void list.client.refetchQueries({ queryKey: LIST })
  patchRecord<Thing>(list.client, KEYS, 1, { name: 'new' })
  await list.answer(1, 'old')
  expect(list.names()).toEqual(['new'])
  await list.answer(2, 'new')
  expect(list.names()).toEqual(['new'])
})

test('a list that is seen for the first time while a row changes shows the row as it is then', async () => {
  const list = shownList()
  patchRecord<Thing>(list.client, KEYS, 1, { name: 'new' })
  await turn()
  await list.answer(0, 'old')
  await list.answer(1, 'new')
  expect(list.names()).toEqual(['new'])
})

test('many changes at once ask once', async () => {
  const list = shownList()
  for (const id of [1, 2, 3]) patchRecord<Thing>(list.client, KEYS, id, { name: 'new' })
  patchRecords<Thing>(list.client, LIST, new Map([[1, { name: 'newer' }]]))
  await turn()
  expect(list.asked()).toBe(2)
})

test('a list that is held asks again when the write has ended, even when it never had an answer', async () => {
  const list = shownList()
  const release = hold(list.client, LIST)
  await list.answer(0, 'old')
  expect(list.names()).toBeUndefined()
  release()
  await turn()
  await list.answer(1, 'new')
  expect(list.names()).toEqual(['new'])
})

test('nothing is asked for that was not being asked for', async () => {
  const list = shownList()
  await list.answer(0, 'old')
  hold(list.client, LIST)()
  patchRecord<Thing>(list.client, KEYS, 1, { name: 'new' })
  await turn()
  expect(list.asked()).toBe(1)
})
