import { expect, test } from 'bun:test'
import { QueryClient } from '@tanstack/react-query'
import { fetchAllPages, patchRecord, patchRecords } from './records.ts'

test('all pages are read in order, and no page more', async () => {
  const asked: number[] = []
  const rows = await fetchAllPages(async (page) => {
    asked.push(page)
    return { data: page === 1 ? ['a', 'b'] : ['c'], total: 3 }
  })
  expect(rows).toEqual(['a', 'b', 'c'])
  expect(asked).toEqual([1, 2])
})

test('rows that went away meanwhile do not keep it reading', async () => {
  expect(await fetchAllPages(async (page) => ({ data: page === 1 ? ['a'] : [], total: 9 }))).toEqual(['a'])
})

test('a change shows in the list and in the record itself, and nowhere else', () => {
  const client = new QueryClient()
  const keys = { list: ['things', 'list'], one: ['things', 'one', 2] }
  client.setQueryData(['things', 'list', { page: 1 }], {
    data: [
      { id: 1, on: true },
      { id: 2, on: true },
    ],
    total: 2,
  })
  client.setQueryData(keys.one, { id: 2, on: true })
  patchRecord(client, keys, 2, { on: false } as Partial<{ id: number }>)
  expect(client.getQueryData<unknown>(['things', 'list', { page: 1 }])).toEqual({
    data: [
      { id: 1, on: true },
      { id: 2, on: false },
    ],
    total: 2,
  })
  expect(client.getQueryData<unknown>(keys.one)).toEqual({ id: 2, on: false })
})

test('changes of many show on every page of their list, in place', () => {
  const client = new QueryClient()
  const rowsOf = (page: number) => client.getQueryData<{ data: unknown[] }>(['things', 'list', { page }])?.data
  client.setQueryData(['things', 'list', { page: 1 }], { data: [{ id: 1 }, { id: 2 }], total: 3 })
  client.setQueryData(['things', 'list', { page: 2 }], { data: [{ id: 3 }], total: 3 })
  const place = (priority: number) => ({ priority }) as Partial<{ id: number }>
  patchRecords(
    client,
    ['things', 'list'],
    new Map([
      [2, place(5)],
      [3, place(6)],
    ]),
  )
  expect(rowsOf(1)).toEqual([{ id: 1 }, { id: 2, priority: 5 }])
  expect(rowsOf(2)).toEqual([{ id: 3, priority: 6 }])
})
