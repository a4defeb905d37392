import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Channel } from '../../../registry/channels.ts'
import { imageAddress } from '../../../tasks/image-address.ts'
import { callDrawings } from '../../../tasks/midjourney/upstream.ts'
import { ownDrawing } from '../../../tasks/queries.ts'
import { membersOf, storableId, storableText } from '../../../tasks/stored-values.ts'
import { wordsWithoutSecrets } from '../../../upstream/upstream-failure.ts'
import type { RelayDeps } from '../../deps.ts'
import { takersOf } from '../choose.ts'
import { fulfil, type Order } from '../order.ts'
import { noteTask, place } from '../place.ts'
import type { TaskCall } from '../task-call.ts'
import { type Asked, newDrawing, refusedDrawing, type SubmitReply } from './drawing-row.ts'
import { passedBody, readSubmission, type Submission } from './read-submission.ts'
import { CODE, DrawingRefusal, saturated } from './refusal.ts'

const SUBMIT_MS = 60_000
const ACCEPTED: readonly unknown[] = [CODE.submitted, CODE.exists, CODE.queued]
/** Their dialog must be answered before anything is drawn, so programs must see that it is open. */
const OPENS_DIALOG: readonly string[] = ['INPAINT', 'CUSTOM_ZOOM']

/** What the caller is answered. */
export interface PlatformReply {
  status: number
  body: unknown
}

/** Has something drawn (`path` below `/mj/`). Throws DrawingRefusal or Failure, and then nothing is charged. */
export async function submitDrawing(
  { caller, id, body }: TaskCall,
  path: string,
  deps: RelayDeps,
): Promise<PlatformReply> {
  const submission = readSubmission(path, body)
  const passed = passedBody(body, deps.services.options.values)
  const asked = { prompt: textOf(passed.prompt), state: textOf(passed.state) }
  return place({ id, caller, ...submission, startedAt: Date.now() }, [asked.prompt], deps, async (order) => {
    const channel = await channelFor(order, submission, deps)
    let reply: PlatformReply | undefined
    const refused = await fulfil(order, deps, async () => {
      reply = await ask(channel, `/mj/${path}`, passed, order, deps)
      const answer = reply.body as SubmitReply
      if (reply.status !== 200 || !ACCEPTED.includes(answer.code)) return { refused: reply }
      const task = newDrawing(order, asked, answer)
      return { accepted: { channel, task, note: `，ID ${task.row.mj_id}` } }
    })
    if (refused) await noteRefusal(order, channel, { ...submission, ...asked }, refused, deps)
    return told(submission, refused ?? (reply as PlatformReply), channel, deps)
  })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** A follow-up goes where the task is that it follows; everything else to whatever channel offers it. */
async function channelFor(order: Order, { parent, action }: Submission, deps: RelayDeps): Promise<Channel> {
  if (parent === undefined) return takersOf('midjourney', order, deps)[0]
  const { store, channels, options } = deps.services
  const task = await ownDrawing(store.db, order.caller.user.id, parent)
  if (!task) throw new DrawingRefusal('task_not_found')
  const channel = channels.byId(task.channel_id)
  if (channel?.tasks !== 'midjourney' || channel.status !== CHANNEL_STATUS.enabled) {
    throw new DrawingRefusal('该任务所属渠道已被禁用')
  }
  const mustBeDone = options.values.MjActionCheckSuccessEnabled && action !== 'MODAL'
  if (mustBeDone && task.status !== 'SUCCESS') throw new DrawingRefusal('task_status_not_success')
  return channel
}

/** Sends the order. Throws DrawingRefusal for whatever is no reply of the family. */
async function ask(
  channel: Channel,
  path: string,
  json: object,
  order: Order,
  deps: RelayDeps,
): Promise<PlatformReply> {
  const attempt: Order['attempts'][number] = { channel: channel.id, status: 0, ms: 0 }
  order.attempts.push(attempt)
  const startedAt = Date.now()
  const failed = (reason: string, isSick: boolean) => {
    attempt.error = reason
    if (isSick) deps.health.failed(channel.id)
    return new DrawingRefusal(reason, CODE.unknown)
  }
  const answer = await callDrawings(channel, path, { json, timeoutMs: SUBMIT_MS }).catch(() => undefined)
  attempt.ms = Date.now() - startedAt
  if (!answer) throw failed('do_request_failed', true)
  attempt.status = answer.status
  const { code } = membersOf(answer.body)
  if (answer.status === 429 || code === CODE.saturated) {
    attempt.error = 'saturated'
    throw saturated()
  }
  if (answer.status === 401) disable(channel, 'status 401: the platform refuses the secret', deps)
  if (typeof code !== 'number' || (answer.status !== 200 && answer.status !== 400)) {
    throw failed(answer.status === 200 ? 'unmarshal_response_body_failed' : 'bad_response_status_code', true)
  }
  deps.health.succeeded(channel.id)
  return answer
}

function disable(channel: Channel, reason: string, deps: RelayDeps): void {
  if (!channel.autoBan || !deps.services.options.values.AutomaticDisableChannelEnabled) return
  deps.disableChannel(channel.id, reason)
}

/** A refusal is listed with its reason and costs nothing; without an account, the channel can draw for nobody. */
async function noteRefusal(
  order: Order,
  channel: Channel,
  submission: Submission & Asked,
  { body, status }: PlatformReply,
  deps: RelayDeps,
): Promise<void> {
  const answer = { ...(body as SubmitReply) }
  answer.description = wordsWithoutSecrets(storableText(answer.description), channel)
  const refused = refusedDrawing(order, submission, answer)
  noteTask(order, order, new DrawingRefusal(refused.fail_reason, answer.code, 'upstream_error', status), deps)
  if (answer.code === CODE.notFound && submission.parent === undefined) {
    disable(channel, 'No available account instance', deps)
  }
  const whose = { user_id: order.caller.user.id, channel_id: channel.id, quota: 0 }
  const { store, log } = deps.services
  await store.db
    .insertInto('midjourneys')
    .values({ ...refused, ...whose })
    .execute()
    .catch((error) => log.warn(`a refused drawing was not listed: ${storableText(String(error), 300)}`))
}

/** Programs wait for code 1; what was queued, or exists already, is on its way as well. */
function told({ action }: Submission, reply: PlatformReply, channel: Channel, deps: RelayDeps): PlatformReply {
  const body = reply.body as SubmitReply
  const description = wordsWithoutSecrets(typeof body.description === 'string' ? body.description : '', channel)
  const isShown = !ACCEPTED.includes(body.code) || (body.code === CODE.exists && OPENS_DIALOG.includes(action))
  const code = isShown ? body.code : CODE.submitted
  return { status: reply.status, body: { ...body, code, description, ...atThisServer(body, deps) } }
}

/** A picture that exists already is shown from here while pictures are. */
function atThisServer({ result, properties }: SubmitReply, { services }: RelayDeps): { properties?: object } {
  const imagesAt = imageAddress(services)
  const known = membersOf(properties)
  if (imagesAt === undefined || typeof known.imageUrl !== 'string') return {}
  return { properties: { ...known, imageUrl: `${imagesAt}/${encodeURIComponent(storableId(result))}` } }
}
