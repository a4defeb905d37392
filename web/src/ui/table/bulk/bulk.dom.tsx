import { describe, expect, test } from 'bun:test'
import { setChannelStatuses } from '#contract/api/channels.ts'
import { deleteRedemption } from '#contract/api/redemption.ts'
import { createTokens, setTokenStatuses } from '#contract/api/tokens.ts'
import { CHANNEL_STATUS, REDEMPTION_STATUS, TOKEN_STATUS } from '#contract/statuses.ts'
import { answer, calls, changes, hold } from '#test/dom/api.ts'
import { openConsole } from '#test/dom/console.tsx'
import {
  button,
  checkbox,
  dialog,
  field,
  fill,
  first,
  has,
  press,
  region,
  role,
  rowCount,
  shows,
  t,
  text,
  textbox,
  until,
} from '#test/dom/page.ts'
import { aChannel, aCode, aToken, many } from '#test/dom/records.ts'
import { answerSite } from '#test/dom/site.ts'

const COUNT = 12
const bar = () => region(t('table:select.bar'))
const counted = (count: number) => until(() => text(t('table:select.count', { count })))

async function chooseAll() {
  await press(() => checkbox(t('table:select.page')))
  await press(() => button(t('table:select.matching', { total: String(COUNT) })))
  await counted(COUNT)
}

describe('channels', () => {
  const open = async () => {
    const site = answerSite({
      channels: many(COUNT, (id) =>
        aChannel({
          id,
          name: 'gate',
          status: id === 1 ? CHANNEL_STATUS.disabled : id === 2 ? CHANNEL_STATUS.autoDisabled : CHANNEL_STATUS.enabled,
        }),
      ),
    })
    await openConsole('/channel')
    await rowCount(10)
    return { site, statuses: () => site.channels.map(({ status }) => status) }
  }

  test('are disabled after a preview, in one call, and undo restores exactly these', async () => {
    const { site, statuses } = await open()
    const { disabled, autoDisabled, enabled } = CHANNEL_STATUS
    answer(setChannelStatuses, ({ body: { ids, status, dry_run } }) => {
      const those = site.channels.filter((channel) => ids.includes(channel.id) && channel.status !== status)
      const changed = those.map(({ id, status: former }) => ({ id, former }))
      if (!dry_run) for (const channel of those) channel.status = status
      return { data: { changed, refused: [], unserved: ['gpt-4o', 'gpt-5'] } }
    })
    const before = statuses()
    await chooseAll()
    const act = () => press(() => button(t('common:action.disable'), bar()))
    const question = () => dialog(t('channels:bulk.disable.title', { count: COUNT - 1 }))
    await act()
    await until(question)
    expect(question().textContent).toContain(t('channels:bulk.unserved', { count: 2, models: 'gpt-4o, gpt-5' }))
    expect(question().textContent).toContain(t('channels:bulk.disable.others', { count: 1 }))
    expect(question().textContent).toContain(`${t('channels:status.enabled')} ${COUNT - 2}`)
    expect(statuses()).toEqual(before)
    await press(() => button(t('common:action.cancel'), question()))
    await until(() => expect(has('dialog')).toBe(false))
    await act()
    await press(() => button(t('channels:bulk.disable.action', { count: COUNT - 1 })))
    await until(() => text(t('channels:bulk.disabled', { count: COUNT - 1 })))
    await until(() => expect(has('region', t('table:select.bar'))).toBe(false))
    expect(statuses()).toEqual(Array(COUNT).fill(disabled))
    expect(changes()).toEqual(Array(3).fill('POST /api/channel/batch/status'))

    await press(() => button(t('common:action.undo')))
    await until(() => text(t('channels:bulk.restored', { count: COUNT - 1 })))
    expect(statuses()).toEqual([disabled, autoDisabled, ...Array(COUNT - 2).fill(enabled)])
  })

  test('are enabled, and undo switches off only those that were off', async () => {
    const { statuses } = await open()
    const before = statuses()
    await chooseAll()
    await press(() => button(t('common:action.enable'), bar()))
    await press(() => button(t('channels:bulk.enable.action', { count: 2 })))
    await until(() => text(t('channels:bulk.enabled', { count: 2 })))
    expect(statuses()).toEqual(Array(COUNT).fill(CHANNEL_STATUS.enabled))
    await press(() => button(t('common:action.undo')))
    await until(() => text(t('channels:bulk.restored', { count: 2 })))
    expect(statuses()).toEqual(before)
  })

  test('stay chosen and as they are when the server refuses', async () => {
    const { statuses } = await open()
    const before = statuses()
    answer(setChannelStatuses, ({ body }) =>
      body.dry_run
        ? { data: { changed: body.ids.slice(1).map((id) => ({ id, former: 1 })), refused: [], unserved: [] } }
        : { status: 429 },
    )
    await chooseAll()
    await press(() => button(t('common:action.disable'), bar()))
    await press(() => button(t('channels:bulk.disable.action', { count: COUNT - 1 })))
    await until(() => expect(shows(t('common:error.tooMany'))).toBe(true))
    await counted(COUNT)
    expect(statuses()).toEqual(before)
  })

  test('are deleted together in one call, once that is switched on', async () => {
    await open()
    await chooseAll()
    expect(has('button', t('common:action.delete'))).toBe(false)
    await press(() => role('switch')(t('channels:toolbar.batch')))
    await press(() => button(t('common:action.delete'), bar()))
    await press(() => button(t('channels:delete.actionMany', { count: COUNT })))
    await until(() => text(t('channels:bulk.deleted', { count: COUNT })))
    await until(() => text(t('channels:empty.title')))
    expect(changes()).toEqual(['POST /api/channel/batch'])
  })
})

describe('tokens', () => {
  test('that cannot be enabled are named and stay chosen', async () => {
    const { tokens } = answerSite({
      tokens: many(COUNT, (id) => aToken({ id, name: `app-${id}`, status: TOKEN_STATUS.disabled })),
    })
    answer(setTokenStatuses, ({ body: { ids, status, dry_run } }) => {
      const those = tokens.filter((token) => ids.includes(token.id) && token.status !== status && token.id > 1)
      const changed = those.map(({ id, status: former }) => ({ id, former }))
      if (!dry_run) for (const token of those) token.status = status
      return { data: { changed, refused: status === 1 ? [{ id: 1, message: 'It has expired' }] : [] } }
    })
    await openConsole('/token')
    await rowCount(10)
    await chooseAll()
    await press(() => button(t('common:action.enable'), bar()))
    const question = () => dialog(t('tokens:bulk.enable.title', { count: COUNT - 1 }))
    await until(() => expect(question().textContent).toContain('app-1'))
    await press(() => button(t('tokens:bulk.enable.action', { count: COUNT - 1 }), question()))
    await until(() => text(t('tokens:bulk.enabled', { count: COUNT - 1 })))
    await counted(1)
    await press(() => first('button', t('common:action.undo')))
    await until(() => text(t('tokens:bulk.restored', { count: COUNT - 1 })))
    expect(tokens.map(({ status }) => status)).toEqual(Array(COUNT).fill(TOKEN_STATUS.disabled))
  })

  test('are created by the hundred in one call', async () => {
    const { tokens } = answerSite({})
    answer(createTokens, ({ body: { names } }) => {
      tokens.push(...names.map((name, index) => aToken({ id: index + 1, name })))
      return { data: tokens }
    })
    await openConsole('/token/add')
    await fill(() => field(t('tokens:form.name')), 'many')
    await fill(() => textbox(t('tokens:form.count')), '100')
    await press(() => button(t('tokens:form.submit')))
    await until(() => text(t('tokens:created', { count: 100 })))
    expect(changes()).toEqual(['POST /api/token/batch/create'])
    expect(new Set(tokens.map(({ name }) => name)).size).toBe(100)
  })
})

describe('codes', () => {
  test('are switched off in turn, undo restores them, used ones stay', async () => {
    const { used, unused, disabled } = REDEMPTION_STATUS
    const { codes } = answerSite({ codes: many(COUNT, (id) => aCode({ id, status: id === 1 ? used : unused })) })
    await openConsole('/redemption')
    await rowCount(10)
    await chooseAll()
    await press(() => button(t('common:action.disable'), bar()))
    const question = () => dialog(t('redemption:bulk.disable.title', { count: COUNT - 1 }))
    await until(() => expect(question().textContent).toContain(t('redemption:used')))
    await press(() => button(t('redemption:bulk.disable.action', { count: COUNT - 1 })))
    await until(() => text(t('redemption:bulk.disabled', { count: COUNT - 1 })))
    expect(codes.map(({ status }) => status)).toEqual([used, ...Array(COUNT - 1).fill(disabled)])
    await counted(1)
    await press(() => first('button', t('common:action.undo')))
    await until(() => text(t('redemption:bulk.restored', { count: COUNT - 1 })))
    expect(codes.map(({ status }) => status)).toEqual([used, ...Array(COUNT - 1).fill(unused)])
  })

  test('whose deletion takes long show how far it is and can be stopped; the rest stays chosen', async () => {
    const site = answerSite({ codes: many(10, (id) => aCode({ id })) })
    await openConsole('/redemption')
    await rowCount(10)
    await press(() => checkbox(t('table:select.page')))
    const deletion = hold(deleteRedemption)
    await press(() => button(t('common:action.delete'), bar()))
    await press(() => button(t('redemption:delete.actionMany', { count: 10 })))
    const progress = () => dialog(t('redemption:bulk.deleting'))
    await until(() => role('progressbar')(undefined, progress()))
    const begun = calls.filter(({ what }) => what.startsWith('DELETE')).length
    await press(() => button(t('table:progress.stop'), progress()))
    deletion.release()
    await until(() => text(t('redemption:bulk.deleted', { count: begun })))
    await counted(10 - begun)
    expect(begun).toBe(4)
    expect(site.codes).toHaveLength(10 - begun)
  })
})
