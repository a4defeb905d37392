import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Channel } from '../../../../formats/providers/channel.ts'
import { ApiError } from '../../../../platform/errors/api-error.ts'
import { findOwnTasks } from '../../../tasks/queries.ts'
import { storableId, storableText, toMembers } from '../../../tasks/stored-values.ts'
import { callSongs } from '../../../tasks/suno/call-songs.ts'
import { consequences } from '../../../upstream/meanings.ts'
import { judge, redactText, type UpstreamFailure } from '../../../upstream/upstream-failure.ts'
import { noteChannelFailure } from '../../attempt/key-failures.ts'
import type { RelayDeps } from '../../deps/deps.ts'
import { countSick } from '../count-sick.ts'
import { channelsForOrder } from '../create-order.ts'
import { placeOrder } from '../place-order.ts'
import { type AcceptedTask, submitAndCharge, type TaskOrder } from '../submit-and-charge.ts'
import type { TaskCall } from '../task-call.ts'
import { invalidRequest, SongRefusal } from './refusal.ts'

// The platform writes lyrics before it answers: two minutes at most.
const SUBMIT_MS = 130_000
const DEFAULT_VERSION = 'chirp-v3-0'
const ACTIONS = new Map([
  ['music', 'MUSIC'],
  ['lyrics', 'LYRICS'],
])
/** Fields that contain the caller's text. */
const TEXT_FIELDS = ['prompt', 'gpt_description_prompt', 'title', 'tags']

/** Submits a song or lyrics. Throws SongRefusal or ApiError, and then nothing is charged. */
export async function submitSong({ caller, id, body }: TaskCall, actionName: string, deps: RelayDeps) {
  const action = ACTIONS.get(actionName.toLowerCase())
  if (!action) throw invalidRequest('invalid_action')
  if (action === 'LYRICS' && !body.prompt) throw invalidRequest('prompt_empty')
  if (body.continue_clip_id && !body.task_id) throw invalidRequest('task id is empty')
  const texts = TEXT_FIELDS.map((name) => body[name]).filter((text): text is string => typeof text === 'string')
  const passed = action === 'MUSIC' && !body.mv ? { ...body, mv: DEFAULT_VERSION } : body
  const input = storableText(body.prompt || body.gpt_description_prompt)
  const request = { id, caller, model: `suno_${action.toLowerCase()}`, action, startedAt: Date.now() }
  return placeOrder(request, texts, deps, async (order) => {
    const channels = await channelsFor(order, body, deps)
    let told: unknown
    await submitAndCharge(order, deps, async () => {
      const { channel, answer, taskId } = await submitToFirst(channels, order, passed, deps)
      told = answer
      return { accepted: toAcceptedTask(order, channel, taskId, input) }
    })
    return { status: 200, body: told }
  })
}

/**
 * Returns the channels to try: a continuation uses the channel of the task that it continues, other orders all
 * channels that offer the model.
 */
async function channelsFor(order: TaskOrder, body: TaskCall['body'], deps: RelayDeps): Promise<readonly Channel[]> {
  const most = deps.services.options.values.RetryTimes + 1
  if (!body.continue_clip_id) return channelsForOrder('suno', order, deps).slice(0, most)
  const { store, channels } = deps.services
  const owner = { userId: order.caller.user.id, platform: 'suno' }
  const task = (await findOwnTasks(store.db, owner, [body.task_id])).at(-1)
  if (!task) throw new SongRefusal(400, 'task_not_exist', 'task_origin_not_exist')
  const channel = channels.byId(task.channel_id)
  if (channel?.tasks !== 'suno' || channel.status !== CHANNEL_STATUS.enabled) {
    throw new SongRefusal(400, 'task_channel_disable', '该任务所属渠道已被禁用')
  }
  return [channel]
}

interface AcceptedSong {
  channel: Channel
  answer: unknown
  taskId: string
}

/**
 * Tries one channel after the other while another may succeed. After a timeout the song may have been accepted: no
 * other channel is tried.
 */
async function submitToFirst(
  channels: readonly Channel[],
  order: TaskOrder,
  json: object,
  deps: RelayDeps,
): Promise<AcceptedSong> {
  let last: SongRefusal | undefined
  for (const channel of channels) {
    const asked = await submitToPlatform(channel, order, json, deps)
    if ('taskId' in asked) return asked
    last = asked.refusal
    if (!asked.retry) break
  }
  throw last ?? new ApiError('no_channel', { group: order.group, model: order.model })
}

async function submitToPlatform(
  channel: Channel,
  order: TaskOrder,
  json: object,
  deps: RelayDeps,
): Promise<AcceptedSong | { refusal: SongRefusal; retry: boolean }> {
  const attempt: TaskOrder['attempts'][number] = { channel: channel.id, status: 0, ms: 0 }
  order.attempts.push(attempt)
  const startedAt = Date.now()
  const call = callSongs(channel, `/suno/submit/${order.action}`, json, SUBMIT_MS)
  const answer = await call.catch(() => undefined)
  attempt.ms = Date.now() - startedAt
  if (!answer) {
    attempt.error = 'do_request_failed'
    countSick(order, channel, attempt, deps)
    const refusal = new SongRefusal(500, 'do_request_failed', '请求上游地址失败')
    return { refusal, retry: attempt.ms < SUBMIT_MS }
  }
  attempt.status = answer.status
  const { code, message, data } = toMembers(answer.body)
  const said = redactMessage(message, channel) || 'bad response'
  if (answer.status !== 200) return judgeRefusal(order, channel, attempt, said, deps)
  const taskId = storableId(data)
  if (code === 'success' && taskId !== '') {
    deps.services.circuits.succeeded(channel.id, order.model, attempt.ms)
    return { channel, answer: answer.body, taskId }
  }
  attempt.error = said
  const refusal = new SongRefusal(500, redactMessage(code, channel) || 'upstream_malformed', said)
  return { refusal, retry: false }
}

/** Judges the platform's status as in the rest of the relay, and removes hosts and keys from its message. */
function judgeRefusal(
  order: TaskOrder,
  channel: Channel,
  attempt: TaskOrder['attempts'][number],
  message: string,
  deps: RelayDeps,
) {
  const { status } = attempt
  attempt.error = message
  const error = { message, type: 'upstream_error', param: null, code: null }
  const failure: UpstreamFailure = { kind: 'answered', status, error }
  const verdict = judge(failure, channel)
  if (verdict.retry && consequences[verdict.meaning].circuit) countSick(order, channel, attempt, deps)
  noteChannelFailure(channel, failure, verdict, deps)
  const busy = status === 429 ? '当前分组上游负载已饱和，请稍后再试' : undefined
  const told = typeof verdict.callerError === 'string' ? '请求上游地址失败' : verdict.callerError.message
  return { refusal: new SongRefusal(verdict.status, 'fail_to_fetch_task', busy ?? told), retry: verdict.retry }
}

const MAX_MESSAGE_LENGTH = 300

const redactMessage = (text: unknown, channel: Channel) =>
  redactText(storableText(text), channel).slice(0, MAX_MESSAGE_LENGTH)

function toAcceptedTask(order: TaskOrder, channel: Channel, task_id: string, input: string): AcceptedTask {
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
