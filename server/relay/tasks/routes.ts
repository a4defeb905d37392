import type { Hono } from 'hono'
import { errorText, type Language } from '#contract/errors.ts'
import { lookalikesOf } from '../../body/similar-keys.ts'
import { isCrowded } from '../../body/too-many-values.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Context, Env } from '../../http/context.ts'
import { incomingOf, responseOf } from '../by-fetch.ts'
import type { RelayDeps } from '../deps.ts'
import { admitToken, type Caller } from '../entry/admit.ts'
import { openOrigin } from '../entry/cors.ts'
import { errorReply } from '../error-reply.ts'
import { bodyOf } from '../request/read-call.ts'
import { decoded, drawingJob } from './midjourney/dispatch.ts'
import { drawingImage } from './midjourney/image.ts'
import { CODE, DrawingRefusal } from './midjourney/refusal.ts'
import { refusalReply } from './midjourney/refusal-reply.ts'
import { songJob } from './suno/dispatch.ts'
import { invalid, songFault, songRefusalReply } from './suno/refusal.ts'
import type { TaskCall } from './task-call.ts'

const IMAGE = /^image\/([^/]+)$/
const SONGS = /^\/suno\/(.+?)\/?$/
/** A path may say in which mode pictures are drawn: `/mj-fast/mj/submit/imagine`. */
const DRAWINGS = /^(?:\/(?!api\/)[\w-]+)?\/mj\/(.+?)\/?$/

/** Calls that begin tasks, and those about tasks, with a token; pictures for whoever knows where they are. */
export function taskRelayRoutes(app: Hono<Env>, deps: RelayDeps): void {
  for (const path of ['/mj/*', '/:mode/mj/*']) {
    app.use(path, openOrigin)
    app.all(path, (c, next) => {
      const [, below = ''] = DRAWINGS.exec(c.req.path) ?? []
      const image = c.req.method === 'GET' ? IMAGE.exec(below)?.[1] : undefined
      if (image !== undefined) return drawingImage(decoded(image), c.var.origin.ip, deps.services)
      const job = drawingJob(c.req.method, below)
      return job ? run(c, deps, DRAWING, (call) => job(call, deps)) : next()
    })
  }
  app.use('/suno/*', openOrigin)
  app.all('/suno/*', (c, next) => {
    const job = songJob(c.req.method, SONGS.exec(c.req.path)?.[1] ?? '')
    return job ? run(c, deps, SONG, (call) => job(call, deps)) : next()
  })
}

/** How a family words what goes wrong. */
interface Wording {
  notJson(): Error
  unknownField(name: string): Error
  refusal(error: unknown, language: Language): Response | undefined
  unexpected(language: Language): Response
}

const DRAWING: Wording = {
  notJson: () => new DrawingRefusal('bind_request_body_failed'),
  unknownField: (name) => new DrawingRefusal(`unknown_field:${name}`),
  refusal: refusalReply,
  unexpected: (language) =>
    Response.json(
      { description: errorText('internal_error', language), type: 'new_api_error', code: CODE.unknown },
      { status: 500 },
    ),
}

const SONG: Wording = {
  notJson: () => invalid('the body is no JSON object'),
  unknownField: (name) => invalid(`unknown field: ${name}`),
  refusal: songRefusalReply,
  unexpected: songFault,
}

/** Admits a call, does it, and words what goes wrong; who may call at all is told as everywhere in the relay. */
async function run(
  c: Context,
  deps: RelayDeps,
  wording: Wording,
  job: (call: TaskCall) => Promise<{ status: number; body: unknown } | undefined>,
): Promise<Response> {
  const incoming = incomingOf(c.req.raw, c.env)
  const { language, requestId, origin } = c.var
  let caller: Caller
  try {
    caller = await admitToken(incoming, () => origin.ip, language, deps)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return responseOf(errorReply(error, language, requestId))
  }
  deps.calls.active += 1
  try {
    const hasBody = c.req.method === 'POST'
    const bytes = hasBody ? await bodyOf(incoming, caller.user.id, deps) : undefined
    const reply = await job({ caller, id: requestId, body: bytes ? members(bytes, wording) : {} })
    return reply ? Response.json(reply.body, { status: reply.status }) : new Response('')
  } catch (error) {
    const refusal = wording.refusal(error, language)
    if (refusal) return refusal
    const told = error instanceof Error ? error.stack : String(error)
    deps.services.log.error({ request_id: requestId, error: told }, 'a call about a task failed')
    return wording.unexpected(language)
  } finally {
    deps.calls.active -= 1
    incoming.reservation?.release()
  }
}

/** What of a body is read, or kept from platforms: they must not find it under a name that was not looked at. */
const READ_FIELDS =
  'prompt gpt_description_prompt title tags taskId task_id customId action index content base64 base64Array ' +
  'maskBase64 sourceBase64 targetBase64 notifyHook accountFilter mv continue_clip_id'
const isLookalike = lookalikesOf(READ_FIELDS.split(' '))

function members(bytes: Buffer, wording: Wording): TaskCall['body'] {
  const value = objectIn(bytes)
  if (!value) throw wording.notJson()
  const odd = Object.keys(value).find(isLookalike)
  if (odd !== undefined) throw wording.unknownField(odd)
  return value
}

function objectIn(bytes: Buffer): TaskCall['body'] | undefined {
  try {
    if (isCrowded(bytes)) return undefined
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as TaskCall['body'])
      : undefined
  } catch {
    return undefined
  }
}
