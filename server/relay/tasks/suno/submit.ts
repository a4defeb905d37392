import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { Failure } from '../../../errors/api-error.ts'
import type { Channel } from '../../../registry/channels.ts'
import { ownTasks } from '../../../tasks/queries.ts'
import { membersOf, storableId, storableText } from '../../../tasks/stored-values.ts'
import { callSongs } from '../../../tasks/suno/upstream.ts'
import { judge, type UpstreamFailure, wordsWithoutSecrets } from '../../../upstream/upstream-failure.ts'
import type { RelayDeps } from '../../deps.ts'
import { takersOf } from '../choose.ts'
import { type Accepted, fulfil, type Order } from '../order.ts'
import { place } from '../place.ts'
import type { TaskCall } from '../task-call.ts'
import { invalid, SongRefusal } from './refusal.ts'

// Lyrics are written before the open platform answers: two minutes at most.
const SUBMIT_MS = 130_000
const USUAL_VERSION = 'chirp-v3-0'
const ACTIONS = new Map([
  ['music', 'MUSIC'],
  ['lyrics', 'LYRICS'],
])
/** Fields in which callers say something. */
const SPOKEN = ['prompt', 'gpt_description_prompt', 'title', 'tags']

/** Has a song or lyrics made. Throws SongRefusal or Failure, and then nothing is charged. */
export async function submitSong({ caller, id, body }: TaskCall, word: string, deps: RelayDeps) {
  const action = ACTIONS.get(word.toLowerCase())
  if (!action) throw invalid('invalid_action')
  if (action === 'LYRICS' && !body.prompt) throw invalid('prompt_empty')
  if (body.continue_clip_id && !body.task_id) throw invalid('task id is empty')
  const spoken = SPOKEN.map((name) => body[name]).filter((text): text is string => typeof text === 'string')
  const passed = action === 'MUSIC' && !body.mv ? { ...body, mv: USUAL_VERSION } : body
  const input = storableText(body.prompt || body.gpt_description_prompt)
  const wanted = { id, caller, model: `suno_${action.toLowerCase()}`, action, startedAt: Date.now() }
  return place(wanted, spoken, deps, async (order) => {
    const channels = await channelsFor(order, body, deps)
    let told: unknown
    await fulfil(order, deps, async () => {
      const { channel, answer, taskId } = await askEach(channels, order, passed, deps)
      told = answer
      return { accepted: accepted(order, channel, taskId, input) }
    })
    return { status: 200, body: told }
  })
}

/** A song that goes on where another ended is made where that was; others go to whatever channels offer them. */
async function channelsFor(order: Order, body: TaskCall['body'], deps: RelayDeps): Promise<readonly Channel[]> {
  const most = deps.services.options.values.RetryTimes + 1
  if (!body.continue_clip_id) return takersOf('suno', order, deps).slice(0, most)
  const { store, channels } = deps.services
  const owner = { userId: order.caller.user.id, platform: 'suno' }
  const task = (await ownTasks(store.db, owner, [body.task_id])).at(-1)
  if (!task) throw new SongRefusal(400, 'task_not_exist', 'task_origin_not_exist')
  const channel = channels.byId(task.channel_id)
  if (channel?.tasks !== 'suno' || channel.status !== CHANNEL_STATUS.enabled) {
    throw new SongRefusal(400, 'task_channel_disable', '该任务所属渠道已被禁用')
  }
  return [channel]
}

interface Taken {
  channel: Channel
  answer: unknown
  taskId: string
}

/** Asks one channel after the other while another may do better. A time-out may have been a yes: nobody else is asked. */
async function askEach(channels: readonly Channel[], order: Order, json: object, deps: RelayDeps): Promise<Taken> {
  let last: SongRefusal | undefined
  for (const channel of channels) {
    const asked = await ask(channel, order, json, deps)
    if ('taskId' in asked) return asked
    last = asked.refusal
    if (!asked.retry) break
  }
  throw last ?? new Failure('no_channel', { group: order.group, model: order.model })
}

async function ask(
  channel: Channel,
  order: Order,
  json: object,
  deps: RelayDeps,
): Promise<Taken | { refusal: SongRefusal; retry: boolean }> {
  const attempt: Order['attempts'][number] = { channel: channel.id, status: 0, ms: 0 }
  order.attempts.push(attempt)
  const startedAt = Date.now()
  const call = callSongs(channel, `/suno/submit/${order.action}`, json, SUBMIT_MS)
  const answer = await call.catch(() => undefined)
  attempt.ms = Date.now() - startedAt
  if (!answer) {
    attempt.error = 'do_request_failed'
    deps.health.failed(channel.id)
    const refusal = new SongRefusal(500, 'do_request_failed', '请求上游地址失败')
    return { refusal, retry: attempt.ms < SUBMIT_MS }
  }
  attempt.status = answer.status
  const { code, message, data } = membersOf(answer.body)
  const said = shown(message, channel) || 'bad response'
  if (answer.status !== 200) return refusedBy(channel, attempt, said, deps)
  const taskId = storableId(data)
  if (code === 'success' && taskId !== '') {
    deps.health.succeeded(channel.id)
    return { channel, answer: answer.body, taskId }
  }
  attempt.error = said
  const refusal = new SongRefusal(500, shown(code, channel) || 'upstream_malformed', said)
  return { refusal, retry: false }
}

/** The platform's status decides as in the rest of the relay, and what it says is told without where it is. */
function refusedBy(channel: Channel, attempt: Order['attempts'][number], message: string, deps: RelayDeps) {
  const { status } = attempt
  attempt.error = message
  const error = { message, type: 'upstream_error', param: null, code: null }
  const failure: UpstreamFailure = { kind: 'answered', status, error }
  const verdict = judge(failure, channel)
  if (verdict.retry) deps.health.failed(channel.id)
  const { AutomaticDisableChannelEnabled } = deps.services.options.values
  if (verdict.disable && channel.autoBan && AutomaticDisableChannelEnabled) {
    deps.disableChannel(channel.id, verdict.disable)
  }
  const busy = status === 429 ? '当前分组上游负载已饱和，请稍后再试' : undefined
  const told = typeof verdict.tell === 'string' ? '请求上游地址失败' : verdict.tell.message
  return { refusal: new SongRefusal(verdict.status, 'fail_to_fetch_task', busy ?? told), retry: verdict.retry }
}

const MOST_TOLD = 300

const shown = (text: unknown, channel: Channel) => wordsWithoutSecrets(storableText(text), channel).slice(0, MOST_TOLD)

function accepted(order: Order, channel: Channel, task_id: string, input: string): Accepted {
  const now = Math.floor(order.startedAt / 1000)
  const row = {
    created_at: now,
    updated_at: now,
    task_id,
    platform: 'suno',
    action: order.action,
    status: 'SUBMITTED',
    fail_reason: '',
    submit_time: now,
    start_time: 0,
    finish_time: 0,
    progress: '0%',
    properties: JSON.stringify({ input }),
    data: '',
  }
  return { channel, task: { table: 'tasks', row }, note: `，ID ${task_id}` }
}
