import { type Audit, listAudits } from '#contract/api/audits.ts'
import type { StatusOutcome } from '#contract/api/batch.ts'
import { channelOutlook } from '#contract/api/channel-outlook.ts'
import {
  type Channel,
  deleteChannels,
  findChannels,
  getChannel,
  listChannels,
  setChannelStatuses,
  updateChannel,
} from '#contract/api/channels.ts'
import { type Log, listLogs, logHistogram } from '#contract/api/logs.ts'
import {
  deleteRedemption,
  findRedemptions,
  getRedemption,
  listRedemptions,
  type Redemption,
  updateRedemption,
} from '#contract/api/redemption.ts'
import { listGroups } from '#contract/api/site.ts'
import { findTokens, getToken, listTokens, setTokenStatuses, type Token, updateToken } from '#contract/api/tokens.ts'
import { findUsers, getUser, listUsers, type User } from '#contract/api/users.ts'
import { answer } from './api.ts'
import { answerList } from './list.ts'

interface Records {
  tokens: Token[]
  channels: Channel[]
  codes: Redemption[]
  users: User[]
  audits: Audit[]
  logs: Log[]
}

/** Answers the lists and their records from memory. Tests read and change what is returned, as others would. */
export function answerSite(given: Partial<Records>): Records {
  const site: Records = { tokens: [], channels: [], codes: [], users: [], audits: [], logs: [], ...given }
  answer(listGroups, () => ({ data: ['default', 'vip'] }))
  answerTokens(site)
  answerChannels(site)
  answerCodes(site)
  answerList(listUsers, () => site.users)
  answerList(
    findUsers,
    () => site.users,
    (user, { body }) => user.username.includes(String(body.keyword)),
  )
  answer(getUser, ({ params }) => found(site.users, params.id))
  answerList(
    listAudits,
    () => site.audits,
    ({ actor_name }, { query }) => !query.actor || actor_name === query.actor,
  )
  answer(logHistogram, () => ({
    data: { start: 0, end: 60, step: 60, items: [{ start: 0, calls: 0, failed: 0, others: 0 }], since: null },
  }))
  answer(listLogs, ({ query: { p, page_size, token_name, model_name, type, sort, order } }) => {
    const items = site.logs
      .filter((log) => (!token_name || log.token_name === token_name) && (!model_name || log.model_name === model_name))
      .filter((log) => type === undefined || log.type === type)
    if (sort) items.sort((a, b) => (a[sort] - b[sort]) * (order === 'desc' ? -1 : 1))
    const page = items.slice((p - 1) * page_size, p * page_size)
    return { data: { items: page, page: p, page_size, total: items.length } }
  })
  return site
}

function answerTokens(site: Records) {
  answerList(listTokens, () => site.tokens)
  answerList(
    findTokens,
    () => site.tokens,
    ({ name, key }, { body }) =>
      name.includes(String(body.keyword ?? '')) && (!body.token || body.token === `sk-${key}`),
  )
  answer(getToken, ({ params }) => found(site.tokens, params.id))
  answer(updateToken, ({ body }) => changed(site.tokens, body))
  answer(setTokenStatuses, ({ body }) => ({ data: setStatuses(site.tokens, body) }))
}

function answerChannels(site: Records) {
  answerList(listChannels, () => site.channels, fitsChannel)
  answerList(findChannels, () => site.channels, fitsChannel)
  answer(getChannel, ({ params }) => found(site.channels, params.id))
  answer(updateChannel, ({ body }) => changed(site.channels, body))
  answer(channelOutlook, () => ({ data: { models: [], routes: [], attempts: 3 } }))
  answer(setChannelStatuses, ({ body }) => ({ data: { ...setStatuses(site.channels, body), unserved: [] } }))
  answer(deleteChannels, ({ body: { ids } }) => {
    site.channels = site.channels.filter(({ id }) => !ids.includes(id))
    return { data: ids.length }
  })
}

function fitsChannel(
  { name, status, type }: Channel,
  { query, body }: { query: Record<string, unknown>; body: Record<string, unknown> },
): boolean {
  return (
    name.includes(String(body.keyword ?? '')) &&
    (query.status === undefined || query.status === status) &&
    (query.type === undefined || query.type === type)
  )
}

function answerCodes(site: Records) {
  answerList(listRedemptions, () => site.codes)
  answerList(
    findRedemptions,
    () => site.codes,
    ({ name, key }, { body }) => [name, key].some((text) => text.includes(String(body.keyword))),
  )
  answer(getRedemption, ({ params }) => found(site.codes, params.id))
  answer(updateRedemption, ({ body }) => changed(site.codes, body))
  answer(deleteRedemption, ({ params }) => {
    site.codes = site.codes.filter(({ id }) => id !== params.id)
    return {}
  })
}

interface Numbered {
  id: number
}

function found<Row extends Numbered>(rows: readonly Row[], id: number) {
  const row = rows.find((each) => each.id === id)
  return row ? { data: row } : { refusal: { message: 'There is no such record' } }
}

/** Writes the given fields of a record, as a `PUT` does. */
function changed<Row extends Numbered>(rows: readonly Row[], { id, ...fields }: Numbered & object) {
  const row = rows.find((each) => each.id === id)
  if (row) Object.assign(row, Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)))
  return found(rows, id)
}

interface Switch {
  ids: number[]
  status: number
  dry_run: boolean
}

function setStatuses(rows: (Numbered & { status: number })[], { ids, status, dry_run }: Switch): StatusOutcome {
  const those = rows.filter((row) => ids.includes(row.id) && row.status !== status)
  const outcome = those.map(({ id, status: former }) => ({ id, former }))
  if (!dry_run) for (const row of those) row.status = status
  return { changed: outcome, refused: [] }
}
