import type { Input } from '#contract/api/endpoint.ts'
import { CALL_STATUSES, type Log, type LogPage, listLogs, listOwnLogs } from '#contract/api/logs.ts'
import { self } from '#contract/api/session.ts'
import { ROLE } from '#contract/roles.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { allPages } from '../all-pages.ts'
import type { ApiClient } from '../api-client.ts'
import { type Given, UsageError } from '../arguments.mjs'
import type { Command, Surroundings } from '../command.ts'
import { openFollower } from '../follow-rows.ts'
import { LOG_TYPE_NAMES, numberOf, timeOf, wholeNumber } from '../names.ts'
import { printable, timeText } from '../output.ts'
import { limitOf } from './users.ts'

type Query = Input<typeof listLogs>['query']

const logs: Command = {
  name: 'logs',
  summary: 'Show log entries, newest last; with --follow also new ones',
  flags: {
    follow: { type: 'boolean', help: 'show new entries until Ctrl+C' },
    own: { type: 'boolean', help: 'own entries only (always for regular users)' },
    user: { type: 'string', value: 'NAME', help: 'username' },
    token: { type: 'string', value: 'NAME', help: 'token name' },
    model: { type: 'string', value: 'MODEL', help: 'model, or a pattern with %' },
    channel: { type: 'string', value: 'ID', help: 'channel ID' },
    type: { type: 'string', value: 'TYPE', help: Object.keys(LOG_TYPE).slice(1).join(', ') },
    status: { type: 'string', value: 'STATUS', help: 'served or failed calls' },
    'request-id': { type: 'string', value: 'ID', help: 'request ID' },
    since: { type: 'string', value: 'TIME', help: '30m, 2h or 7d ago, or a date and time' },
    until: { type: 'string', value: 'TIME', help: 'as --since' },
    limit: { type: 'string', value: 'N', help: 'initial entries; default 100' },
  },
  details:
    'With --json, each row is one line of JSON. When the connection is lost, --follow says so, tries again, and goes on behind\n' +
    'the last row: none is lost and none comes twice.',
  remote: true,
  json: true,
  async run(surroundings) {
    const { given, output } = surroundings
    const read = await readerOf(surroundings)
    const query = queryOf(given)
    if (given.on('follow') && given.text('until')) throw new UsageError('--follow goes on: it has no --until')
    const after = (after_id: number, page_size: number) => read({ ...query, after_id, page_size })
    const follow = given.on('follow') ? await openFollower(after) : undefined
    const print = (row: Log) => output.line(output.json ? JSON.stringify(row) : rowText(row))
    const page = async (p: number, page_size: number) =>
      (await read({ ...query, p: p + 1, page_size, ...NEWEST })).items
    const rows = await allPages(limitOf(given), page)
    for (const row of rows.toReversed()) print(row)
    await follow?.(rows, print, output.note)
  },
}

const NEWEST = { sort: 'id', order: 'desc', count: 'capped' } as const

export const logCommands: Command[] = [logs]

/** Reads pages of all rows for administrators, else of the caller's own. */
async function readerOf({ given, server }: Surroundings): Promise<(query: NonNullable<Query>) => Promise<LogPage>> {
  const client: ApiClient = server()
  const { role } = await client.call(self, {})
  const isOwn = given.on('own') || role < ROLE.admin
  if (isOwn && (given.text('user') || given.text('channel')))
    throw new UsageError('Own rows have no --user and --channel')
  return (query) => client.call(isOwn ? listOwnLogs : listLogs, { query })
}

function queryOf(given: Given): NonNullable<Query> {
  const [since, until, channel] = [given.text('since'), given.text('until'), given.text('channel')]
  const status = CALL_STATUSES.find((one) => one === given.text('status'))
  if (given.text('status') && !status) throw new UsageError(`--status is one of ${CALL_STATUSES.join(', ')}`)
  return {
    username: given.text('user'),
    token_name: given.text('token'),
    model_name: given.text('model'),
    channel: channel === undefined ? undefined : wholeNumber(channel, '--channel'),
    type: numberOf(LOG_TYPE, given.text('type'), 'type'),
    status,
    request_id: given.text('request-id'),
    start_timestamp: since === undefined ? undefined : timeOf(since, '--since', -1),
    end_timestamp: until === undefined ? undefined : timeOf(until, '--until', -1),
  }
}

function rowText(row: Log): string {
  const { type, username, token_name, model_name, quota } = row
  const isCall = type === LOG_TYPE.consume
  const tokens = isCall ? `${row.prompt_tokens}+${row.completion_tokens} tokens ${row.use_time}s` : row.content
  const words = [
    ...[timeText(row.created_at), LOG_TYPE_NAMES[type] ?? type, username, token_name, model_name],
    ...[row.channel > 0 ? (row.channel_name ?? `channel ${row.channel}`) : '', quota ? `${quota} units` : '', tokens],
  ]
  return printable(words.filter((word) => word !== '').join('  '))
}
