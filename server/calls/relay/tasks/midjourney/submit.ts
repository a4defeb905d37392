import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Channel } from '../../../../formats/providers/channel.ts'
import { imageBaseUrl } from '../../../tasks/image-base-url.ts'
import { callDrawings } from '../../../tasks/midjourney/call-drawings.ts'
import { findOwnDrawing } from '../../../tasks/queries.ts'
import { storableId, storableText, toMembers } from '../../../tasks/stored-values.ts'
import { redactText } from '../../../upstream/upstream-failure.ts'
import type { RelayDeps } from '../../deps/deps.ts'
import { countSick } from '../count-sick.ts'
import { channelsForOrder } from '../create-order.ts'
import { logFailedTask, placeOrder } from '../place-order.ts'
import { submitAndCharge, type TaskOrder } from '../submit-and-charge.ts'
import type { TaskCall } from '../task-call.ts'
import { type DrawingRequest, newDrawing, refusedDrawing, type SubmitReply } from './drawing-row.ts'
import { forwardedBody, readSubmission, type Submission } from './read-submission.ts'
import { CODE, DrawingRefusal, saturated } from './refusal.ts'

const SUBMIT_MS = 60_000
const ACCEPTED: readonly unknown[] = [CODE.submitted, CODE.exists, CODE.queued]
/** The dialog of these actions must be answered before anything is drawn, so clients must see that it is open. */
const OPENS_DIALOG: readonly string[] = ['INPAINT', 'CUSTOM_ZOOM']

/** The response for the caller. */
export interface PlatformReply {
  status: number
  body: unknown
}

/** Submits a drawing (`path` below `/mj/`). Throws DrawingRefusal or ApiError, and then nothing is charged. */
export async function submitDrawing(
  { caller, id, body }: TaskCall,
  path: string,
  deps: RelayDeps,
): Promise<PlatformReply> {
  const submission = readSubmission(path, body)
  const passed = forwardedBody(body, deps.services.options.values)
  const request = { prompt: textOf(passed.prompt), state: textOf(passed.state) }
  return placeOrder({ id, caller, ...submission, startedAt: Date.now() }, [request.prompt], deps, async (order) => {
    const channel = await channelFor(order, submission, deps)
    let reply: PlatformReply | undefined
    const refused = await submitAndCharge(order, deps, async () => {
      reply = await submitToPlatform(channel, `/mj/${path}`, passed, order, deps)
      const answer = reply.body as SubmitReply
      if (reply.status !== 200 || !ACCEPTED.includes(answer.code)) return { refused: reply }
      const task = newDrawing(order, request, answer)
      return { accepted: { channel, task, note: `，ID ${task.row.mj_id}` } }
    })
    if (refused) await recordRefusal(order, channel, { ...submission, ...request }, refused, deps)
    return toCallerReply(submission, refused ?? (reply as PlatformReply), channel, deps)
  })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * Returns the channel of an order: a follow-up uses the channel of its task, other orders any channel that offers
 * the model.
 */
async function channelFor(order: TaskOrder, { parent, action }: Submission, deps: RelayDeps): Promise<Channel> {
  if (parent === undefined) return channelsForOrder('midjourney', order, deps)[0]
  const { store, channels, options } = deps.services
  const task = await findOwnDrawing(store.db, order.caller.user.id, parent)
  if (!task) throw new DrawingRefusal('task_not_found')
  const channel = channels.byId(task.channel_id)
  if (channel?.tasks !== 'midjourney' || channel.status !== CHANNEL_STATUS.enabled) {
    throw new DrawingRefusal('该任务所属渠道已被禁用')
  }
  const mustBeDone = options.values.MjActionCheckSuccessEnabled && action !== 'MODAL'
  if (mustBeDone && task.status !== 'SUCCESS') throw new DrawingRefusal('task_status_not_success')
  return channel
}

/** Sends the order. Throws DrawingRefusal for anything that is not a reply of the family. */
async function submitToPlatform(
  channel: Channel,
  path: string,
  json: object,
  order: TaskOrder,
  deps: RelayDeps,
): Promise<PlatformReply> {
  const attempt: TaskOrder['attempts'][number] = { channel: channel.id, status: 0, ms: 0 }
  order.attempts.push(attempt)
  const startedAt = Date.now()
  const failed = (reason: string, isSick: boolean) => {
    attempt.error = reason
    if (isSick) countSick(order, channel, attempt, deps)
    return new DrawingRefusal(reason, CODE.unknown)
  }
  const answer = await callDrawings(channel, path, { json, timeoutMs: SUBMIT_MS }).catch(() => undefined)
  attempt.ms = Date.now() - startedAt
  if (!answer) throw failed('do_request_failed', true)
  attempt.status = answer.status
  const { code } = toMembers(answer.body)
  if (answer.status === 429 || code === CODE.saturated) {
    attempt.error = 'saturated'
    throw saturated()
  }
  if (answer.status === 401) autoDisableChannel(channel, 'status 401: the platform refuses the secret', deps)
  if (typeof code !== 'number' || (answer.status !== 200 && answer.status !== 400)) {
    throw failed(answer.status === 200 ? 'unmarshal_response_body_failed' : 'bad_response_status_code', true)
  }
  deps.services.circuits.succeeded(channel.id, order.model, attempt.ms)
  return answer
}

function autoDisableChannel(channel: Channel, reason: string, deps: RelayDeps): void {
  if (!channel.autoBan || !deps.services.options.values.AutomaticDisableChannelEnabled) return
  deps.disableChannel(channel.id, reason, 'key')
}

/** Stores a refused drawing with its reason, at no cost. A platform without a free account disables its channel. */
async function recordRefusal(
  order: TaskOrder,
  channel: Channel,
  submission: Submission & DrawingRequest,
  { body, status }: PlatformReply,
  deps: RelayDeps,
): Promise<void> {
  const answer = { ...(body as SubmitReply) }
  answer.description = redactText(storableText(answer.description), channel)
  const refused = refusedDrawing(order, submission, answer)
  logFailedTask(order, order, new DrawingRefusal(refused.fail_reason, answer.code, 'upstream_error', status), deps)
  if (answer.code === CODE.notFound && submission.parent === undefined) {
    autoDisableChannel(channel, 'No available account instance', deps)
  }
  const whose = { user_id: order.caller.user.id, channel_id: channel.id, quota: 0 }
  const { store, log } = deps.services
  await store.db
    .insertInto('midjourneys')
    .values({ ...refused, ...whose })
    .execute()
    .catch((error) => log.warn(`a refused drawing could not be stored: ${storableText(String(error), 300)}`))
}

/** Clients wait for code 1; a task that was queued, or already exists, is in progress as well. */
function toCallerReply({ action }: Submission, reply: PlatformReply, channel: Channel, deps: RelayDeps): PlatformReply {
  const body = reply.body as SubmitReply
  const description = redactText(typeof body.description === 'string' ? body.description : '', channel)
  const isShown = !ACCEPTED.includes(body.code) || (body.code === CODE.exists && OPENS_DIALOG.includes(action))
  const code = isShown ? body.code : CODE.submitted
  return { status: reply.status, body: { ...body, code, description, ...toLocalImage(body, deps) } }
}

/** The image of a task that already exists is served from here while images are proxied. */
function toLocalImage({ result, properties }: SubmitReply, { services }: RelayDeps): { properties?: object } {
  const imagesAt = imageBaseUrl(services)
  const known = toMembers(properties)
  if (imagesAt === undefined || typeof known.imageUrl !== 'string') return {}
  return { properties: { ...known, imageUrl: `${imagesAt}/${encodeURIComponent(storableId(result))}` } }
}
