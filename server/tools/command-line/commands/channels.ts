import { testChannel } from '#contract/api/channel-checks.ts'
import { type Channel, listChannels, searchChannels, setChannelStatuses } from '#contract/api/channels.ts'
import { channelType } from '#contract/channel-types/all.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { allPages } from '../all-pages.ts'
import { type ApiClient, ApiRefusal } from '../api-client.ts'
import { UsageError } from '../arguments.mjs'
import { type Command, CommandError, EXIT } from '../command.ts'
import { CHANNEL_STATUS_NAMES, numberOf } from '../names.ts'
import { tableText } from '../output.ts'

/** Tests at a time. */
const SIDE_BY_SIDE = 4
const ALL = 100_000
const CHANNELS = [{ name: 'channel', many: true as const }]
const DETAILS = 'A channel is an id or a whole name.'

const list: Command = {
  name: 'channels list',
  summary: 'List channels, in the order in which they are tried',
  flags: {
    search: { type: 'string', value: 'TEXT', help: 'ID, or part of the name' },
    model: { type: 'string', value: 'TEXT', help: 'part of a model name' },
    group: { type: 'string', value: 'GROUP', help: 'only this group' },
    status: { type: 'string', value: 'STATUS', help: 'enabled, disabled or autoDisabled' },
  },
  remote: true,
  json: true,
  async run({ given, output, server }) {
    const client = server()
    const query = {
      keyword: given.text('search') ?? '',
      model: given.text('model') ?? '',
      group: given.text('group') ?? '',
      ...statusQuery(numberOf(CHANNEL_STATUS, given.text('status'), 'status')),
    }
    const channels = await allPages(ALL, (p, page_size) =>
      client.call(searchChannels, { query: { ...query, p, page_size } }),
    )
    output.result(channels, () => channelsText(channels))
  },
}

const statusQuery = (status: number | undefined) => (status === undefined ? {} : { status })

const test: Command = {
  name: 'channels test',
  summary: 'Send a small request to channels without changing their status',
  arguments: [{ name: 'channel', many: true, optional: true }],
  flags: {
    all: { type: 'boolean', help: 'all enabled channels' },
    model: { type: 'string', value: 'MODEL', help: "model to call; else the channel's test model" },
  },
  details: `${DETAILS} Exit status: 1 if a channel does not respond.`,
  remote: true,
  json: true,
  async run({ given, output, server }) {
    const client = server()
    if (given.on('all') === given.positionals.length > 0) throw new UsageError('Name channels, or give --all')
    const all = await readChannels(client)
    const wanted = given.on('all')
      ? all.filter(({ status }) => status === CHANNEL_STATUS.enabled)
      : given.positionals.map((name) => pickChannel(all, name))
    const waiting = wanted.map((channel, index) => ({ channel, index }))
    const results: TestResult[] = []
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        results[next.index] = await testOne(client, next.channel, given.text('model') ?? '')
      }
    }
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
    output.result(results, () => resultsText(results))
    return results.every(({ ok }) => ok) ? EXIT.done : EXIT.failed
  },
}

interface TestResult {
  id: number
  name: string
  ok: boolean
  /** Seconds. */
  time: number
  error: string
}

async function testOne(client: ApiClient, { id, name }: Channel, model: string): Promise<TestResult> {
  try {
    const answer = (await client.ask(testChannel, { params: { id }, query: { model } })) as { time?: number }
    return { id, name, ok: true, time: answer.time ?? 0, error: '' }
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error
    const { time = 0 } = error.envelope as { time?: number }
    return { id, name, ok: false, time, error: error.message }
  }
}

const setStatus = (verb: 'enable' | 'disable', status: number, summary: string): Command => ({
  name: `channels ${verb}`,
  summary,
  arguments: CHANNELS,
  details: DETAILS,
  remote: true,
  json: true,
  async run({ given, output, server }) {
    const client = server()
    const all = await readChannels(client)
    const ids = given.positionals.map((name) => pickChannel(all, name).id)
    const outcome = await client.call(setChannelStatuses, { body: { ids, status } })
    output.result(outcome, () =>
      [
        `${outcome.changed.length} of ${ids.length} ${verb}d`,
        ...outcome.refused.map(({ id, message }) => `${id}: ${message}`),
        ...(outcome.unserved.length > 0 ? [`No channel serves any more: ${outcome.unserved.join(', ')}`] : []),
      ].join('\n'),
    )
    return outcome.refused.length > 0 ? EXIT.failed : EXIT.done
  },
})

export const channelCommands: Command[] = [
  list,
  test,
  setStatus('enable', CHANNEL_STATUS.enabled, 'Enable channels'),
  setStatus('disable', CHANNEL_STATUS.disabled, 'Disable channels: they take no further call'),
]

const readChannels = (client: ApiClient) =>
  allPages(ALL, (p, page_size) => client.call(listChannels, { query: { p, page_size, id_sort: 'true' } }))

function pickChannel(all: readonly Channel[], name: string): Channel {
  const found = all.filter((channel) => channel.name === name)
  const [one] = found.length > 0 ? found : all.filter(({ id }) => String(id) === name)
  if (found.length > 1) throw new CommandError(`${found.length} channels are called ${name}: name one by its id`)
  if (!one) throw new CommandError(`There is no channel ${name}`)
  return one
}

function channelsText(channels: readonly Channel[]): string {
  return tableText(
    ['ID', 'NAME', 'TYPE', 'STATUS', 'GROUPS', 'PRIORITY', 'WEIGHT', 'MODELS'],
    channels.map(({ id, name, type, status, group, priority, weight, models }) => [
      ...[id, name, channelType(type)?.name.en ?? type, CHANNEL_STATUS_NAMES[status] ?? status],
      ...[group, priority, weight, models.split(',').length],
    ]),
  )
}

function resultsText(results: readonly TestResult[]): string {
  return tableText(
    ['ID', 'NAME', 'RESULT', 'SECONDS', 'REASON'],
    results.map(({ id, name, ok, time, error }) => [id, name, ok ? 'ok' : 'failed', time.toFixed(2), error]),
  )
}
