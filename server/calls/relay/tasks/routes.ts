import type { Hono } from 'hono'
import type { TaskPlatform } from '#contract/channel-types/tasks.ts'
import { errorText, type Language } from '#contract/errors.ts'
import { isRecord } from '#contract/is-record.ts'
import { createSimilarKeyTest } from '../../../formats/body/ambiguous-keys.ts'
import { hasTooManyValues } from '../../../formats/body/too-many-values.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Context, Env } from '../../../platform/http/context.ts'
import { parseJson } from '../../../platform/json/parse-json.ts'
import type { CallTrace } from '../../../platform/telemetry/telemetry.ts'
import { admitToken, type Caller } from '../admit/admit.ts'
import { readCallHeaders } from '../admit/call-headers.ts'
import { errorResponse } from '../answer/error-response.ts'
import { allowAnyOrigin } from '../cors.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { toRelayRequest, toResponse } from '../fetch-adapter.ts'
import { readBody } from '../read/read-call.ts'
import { tracedRoute } from '../traced-route.ts'
import { decodePathPart, findDrawingJob } from './midjourney/dispatch.ts'
import { serveDrawingImage } from './midjourney/image.ts'
import { CODE, DrawingRefusal } from './midjourney/refusal.ts'
import { refusalReply } from './midjourney/refusal-reply.ts'
import { findSongJob } from './suno/dispatch.ts'
import { invalidRequest, songInternalError, songRefusalReply } from './suno/refusal.ts'
import type { TaskCall } from './task-call.ts'

const IMAGE = /^image\/([^/]+)$/
const SONGS = /^\/suno\/(.+?)\/?$/
/** A path may contain the drawing mode: `/mj-fast/mj/submit/imagine`. */
const DRAWINGS = /^(?:\/(?!api\/)[\w-]+)?\/mj\/(.+?)\/?$/

/** Routes that submit and query tasks, with a token; and images, which are public at their addresses. */
export function taskRelayRoutes(app: Hono<Env>, deps: RelayDeps): void {
  for (const path of ['/mj/*', '/:mode/mj/*']) {
    app.use(path, allowAnyOrigin)
    app.all(path, (c, next) => {
      const [, below = ''] = DRAWINGS.exec(c.req.path) ?? []
      const image = c.req.method === 'GET' ? IMAGE.exec(below)?.[1] : undefined
      if (image !== undefined) return serveDrawingImage(decodePathPart(image), c.var.origin.ip, deps.services)
      const job = findDrawingJob(c.req.method, below)
      return job ? runJob(c, deps, DRAWING, (call) => job(call, deps)) : next()
    })
  }
  app.use('/suno/*', allowAnyOrigin)
  app.all('/suno/*', (c, next) => {
    const job = findSongJob(c.req.method, SONGS.exec(c.req.path)?.[1] ?? '')
    return job ? runJob(c, deps, SONG, (call) => job(call, deps)) : next()
  })
}

/** A platform, and how its family reports errors. */
interface TaskErrorFormat {
  platform: TaskPlatform
  notJson(): Error
  unknownField(name: string): Error
  refusal(error: unknown, language: Language): Response | undefined
  unexpected(language: Language): Response
}

const DRAWING: TaskErrorFormat = {
  platform: 'midjourney',
  notJson: () => new DrawingRefusal('bind_request_body_failed'),
  unknownField: (name) => new DrawingRefusal(`unknown_field:${name}`),
  refusal: refusalReply,
  unexpected: (language) =>
    Response.json(
      { description: errorText('internal_error', language), type: 'new_api_error', code: CODE.unknown },
      { status: 500 },
    ),
}

const SONG: TaskErrorFormat = {
  platform: 'suno',
  notJson: () => invalidRequest('the body is no JSON object'),
  unknownField: (name) => invalidRequest(`unknown field: ${name}`),
  refusal: songRefusalReply,
  unexpected: songInternalError,
}

type Job = (call: TaskCall) => Promise<{ status: number; body: unknown } | undefined>

/** Answers a call. Orders have spans; questions about tasks come every few seconds. */
function runJob(c: Context, deps: RelayDeps, errorFormat: TaskErrorFormat, job: Job): Promise<Response> {
  if (c.req.method !== 'POST') return answerJob(c, deps, errorFormat, job, undefined)
  const { platform } = errorFormat
  return tracedRoute(c, { operation: platform, format: platform }, deps, (trace) =>
    answerJob(c, deps, errorFormat, job, trace),
  )
}

/**
 * Admits a call, runs it, and reports errors in the family's format; errors of admission have the relay's usual
 * format.
 */
async function answerJob(
  c: Context,
  deps: RelayDeps,
  errorFormat: TaskErrorFormat,
  job: Job,
  trace: CallTrace | undefined,
): Promise<Response> {
  const arrived = toRelayRequest(c.req.raw, c.env)
  const request = Object.assign(arrived, { headers: readCallHeaders(arrived) })
  const { requestId, origin } = c.var
  let caller: Caller
  try {
    caller = await admitToken({ request, ip: () => origin.ip, endpoint: errorFormat.platform }, deps)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return toResponse(errorResponse(error, c.var.language, requestId))
  }
  const { language } = caller
  trace?.identify({ user: caller.user.id, token: caller.token?.id ?? 0, model: '', stream: false })
  deps.calls.active += 1
  try {
    const hasBody = c.req.method === 'POST'
    const bytes = hasBody ? await readBody(request, caller.user.id, deps) : undefined
    const reply = await job({ caller, id: requestId, body: bytes ? readMembers(bytes, errorFormat) : {} })
    return reply ? Response.json(reply.body, { status: reply.status }) : new Response('')
  } catch (error) {
    const refusal = errorFormat.refusal(error, language)
    if (refusal) return refusal
    const told = error instanceof Error ? error.stack : String(error)
    deps.services.log.error({ request_id: requestId, error: told }, 'a call about a task failed')
    return errorFormat.unexpected(language)
  } finally {
    deps.calls.active -= 1
    request.reservation?.release()
  }
}

/**
 * Fields of a body that are read, or withheld from platforms: a platform must not find them under a name that was
 * not checked.
 */
const READ_FIELDS =
  'prompt gpt_description_prompt title tags taskId task_id customId action index content base64 base64Array ' +
  'maskBase64 sourceBase64 targetBase64 notifyHook accountFilter mv continue_clip_id'
const isSimilarKey = createSimilarKeyTest(READ_FIELDS.split(' '))

function readMembers(bytes: Buffer, wording: TaskErrorFormat): TaskCall['body'] {
  const value = parseObject(bytes)
  if (!value) throw wording.notJson()
  const odd = Object.keys(value).find(isSimilarKey)
  if (odd !== undefined) throw wording.unknownField(odd)
  return value
}

function parseObject(bytes: Buffer): TaskCall['body'] | undefined {
  try {
    if (hasTooManyValues(bytes)) return undefined
    const value: unknown = parseJson(bytes.toString('utf8'))
    return isRecord(value) ? (value as TaskCall['body']) : undefined
  } catch {
    return undefined
  }
}
