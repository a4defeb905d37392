import { describe, expect, test } from 'bun:test'
import { listAudits } from '#contract/api/audits.ts'
import { listChannels } from '#contract/api/channels.ts'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { listLogs } from '#contract/api/logs.ts'
import { listRedemptions } from '#contract/api/redemption.ts'
import { listTokens } from '#contract/api/tokens.ts'
import { answer } from '#test/dom/api.ts'
import { openConsole } from '#test/dom/console.tsx'
import {
  button,
  combobox,
  dialog,
  fill,
  first,
  focused,
  keys,
  press,
  rowCount,
  rowIds,
  rows,
  searchbox,
  shows,
  t,
  text,
  until,
} from '#test/dom/page.ts'
import { aChannel, aCode, aLog, anAudit, aToken, many } from '#test/dom/records.ts'
import { answerSite } from '#test/dom/site.ts'

interface ListCase {
  path: string
  endpoint: Endpoint
  /** A text filter, a value for it that keeps the first row, and the part of the address that keeps it. */
  filter: string
  value: string
  kept: string
  /** A column that can be sorted by. */
  column: string
  sort: string
  empty: string
}

const LISTS: ListCase[] = [
  {
    path: '/token',
    endpoint: listTokens,
    filter: t('tokens:filter.keyword'),
    value: 'first',
    kept: 'keyword=first',
    column: t('tokens:column.name'),
    sort: 'sort=name',
    empty: t('tokens:empty.title'),
  },
  {
    path: '/channel',
    endpoint: listChannels,
    filter: t('channels:filter.keyword'),
    value: 'first',
    kept: 'keyword=first',
    column: t('channels:column.name'),
    sort: 'sort=name',
    empty: t('channels:empty.title'),
  },
  {
    path: '/redemption',
    endpoint: listRedemptions,
    filter: t('redemption:filter.keyword'),
    value: 'first',
    kept: 'keyword=first',
    column: t('redemption:column.name'),
    sort: 'sort=name',
    empty: t('redemption:empty.title'),
  },
  {
    path: '/log',
    endpoint: listLogs,
    filter: t('logs:filter.token'),
    value: 'first',
    kept: 'token_name=first',
    column: t('logs:column.cost'),
    sort: 'sort=quota',
    empty: t('logs:empty.title'),
  },
  {
    path: '/audit',
    endpoint: listAudits,
    filter: t('audits:filter.actor'),
    value: 'first',
    kept: 'actor=first',
    column: t('audits:column.time'),
    sort: 'sort=created_at',
    empty: t('audits:empty.title'),
  },
]

/** More than a page of each kind; the first of each has a name of its own. */
function answerLists() {
  const name = (id: number) => (id === 1 ? 'first' : `other-${id}`)
  return answerSite({
    tokens: many(12, (id) => aToken({ id, name: name(id) })),
    channels: many(12, (id) => aChannel({ id, name: name(id) })),
    codes: many(12, (id) => aCode({ id, name: name(id) })),
    logs: many(12, (id) => aLog({ id, token_name: name(id), quota: id })),
    audits: many(12, (id) => anAudit({ id, actor_name: name(id) })),
  })
}

for (const { path, endpoint, filter, value, kept, column, sort, empty } of LISTS) {
  describe(path, () => {
    test('keeps page, filter and sorting in its address, over a reload and on the way back', async () => {
      answerLists()
      let page = await openConsole(path)
      await rowCount(10)
      await press(() => button(t('table:pager.next')))
      await rowCount(2)
      expect(page.address()).toBe(`${path}?p=2`)
      page.router.history.back()
      await rowCount(10)
      expect(page.address()).toBe(path)
      page.router.history.forward()
      await rowCount(2)
      page = await page.reload()
      await rowCount(2)
      expect(rowIds()).toEqual([11, 12])

      await fill(() => searchbox(filter), value)
      await until(() => expect(page.address()).toBe(`${path}?${kept}`))
      await rowCount(1)
      page = await page.reload()
      await rowCount(1)
      expect((searchbox(filter) as HTMLInputElement).value).toBe(value)

      await press(() => first('button', t('table:filter.clear')))
      await until(() => expect(page.address()).toBe(path))
      page.router.history.back()
      await until(() => expect((searchbox(filter) as HTMLInputElement).value).toBe(value))

      await press(() => button(new RegExp(`^${column}`)))
      await until(() => expect(page.address()).toBe(`${path}?${kept}&${sort}`))
      const head = () => document.querySelector('th[aria-sort=ascending]')
      await until(() => expect(head()?.textContent).toContain(column))
      page = await page.reload()
      await until(() => expect(head()?.textContent).toContain(column))
    })

    test('drops what is wrong in its address', async () => {
      answerLists()
      await openConsole(`${path}?p=-3&size=7&sort=secret&nothing=1`)
      await rowCount(10)
      expect((combobox(t('table:pager.size')) as HTMLSelectElement).value).toBe('10')
    })

    test('says that nothing matches, with a way out', async () => {
      answerLists()
      await openConsole(`${path}?${kept.split('=')[0]}=nowhere`)
      await until(() => text(t('table:none.matching')))
      await press(() => button(t('table:filter.clear'), text(t('table:none.matching')).parentElement!))
      await rowCount(10)
    })

    test('says in place that the server fails, and tries again', async () => {
      answerLists()
      answer(endpoint, () => ({ status: 500, headers: { 'X-Oneapi-Request-Id': '2026012345' } }))
      await openConsole(path)
      const failure = () => document.querySelector<HTMLElement>('[role=alert]')!
      await until(() => expect(failure().textContent).toContain(t('common:error.internal')))
      expect(failure().textContent).toContain('2026012345')
      answerLists()
      await press(() => button(t('table:failed.retry')))
      await rowCount(10)
      expect(shows(t('common:error.internal'))).toBe(false)

      answer(endpoint, () => ({ status: 500 }))
      await press(() => button(t('table:refresh')))
      await until(() => expect(failure().textContent).toContain(t('table:failed.refresh')))
      await rowCount(10)
    })

    test('says what it is for while there is nothing', async () => {
      answerSite({})
      await openConsole(path)
      await until(() => text(empty))
    })
  })
}

test('the down arrow leads from the search to the rows with its filter, and keys choose and edit all of them', async () => {
  answerSite({ channels: many(4, (id) => aChannel({ id, name: `channel ${id}` })) })
  await openConsole('/channel')
  await rowCount(4)
  await press(() => searchbox(t('channels:filter.keyword')))
  await keys('channel{ArrowDown}')
  await focused(() => rows()[0])
  await until(() =>
    expect(location.search + JSON.stringify(searchbox(t('channels:filter.keyword')).getAttribute('value'))).toContain(
      'channel',
    ),
  )
  await keys('{Control>}a{/Control}')
  await until(() => text(t('table:select.count', { count: 4 })))
  await keys('{Shift>}E{/Shift}')
  await until(() => dialog())
})
