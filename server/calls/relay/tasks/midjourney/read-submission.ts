import { actionOfButton } from './button-action.ts'
import { DrawingRefusal } from './refusal.ts'

/** A submission that a caller requests. */
export interface Submission {
  action: string
  /** The model name under which it is priced. */
  model: string
  /** The task that it follows up. */
  parent?: string
}

type Body = Readonly<Record<string, unknown>>
type SubmissionReader = (body: Body) => { action: string; parent?: string }

const CHANGES: readonly string[] = ['UPSCALE', 'VARIATION', 'REROLL']
const SIMPLE = /^(\S+)\s+(?:([UV])([1-4])|(R))$/i
const SIMPLE_ACTIONS: Record<string, string> = { U: 'UPSCALE', V: 'VARIATION', R: 'REROLL' }

/** Readers by the path below `/mj/`. */
const SUBMISSION_READERS: Readonly<Record<string, SubmissionReader>> = {
  'submit/imagine'(body) {
    required(body.prompt, 'prompt')
    return { action: 'IMAGINE' }
  },
  'submit/change'(body) {
    const parent = required(body.taskId, 'task_id')
    const action = required(body.action, 'action').toUpperCase()
    if (!CHANGES.includes(action)) throw new DrawingRefusal(`unknown_action:${action.slice(0, 100)}`)
    if (action !== 'REROLL' && !body.index) throw new DrawingRefusal('index_is_required')
    return { action, parent }
  },
  'submit/simple-change'(body) {
    const [, parent, letter = '', , again = ''] = SIMPLE.exec(required(body.content, 'content').trim()) ?? []
    const action = SIMPLE_ACTIONS[(letter || again).toUpperCase()]
    if (!parent || !action) throw new DrawingRefusal('content_parse_failed')
    return { action, parent }
  },
  'submit/action'(body) {
    const customId = required(body.customId, 'custom_id')
    return { parent: required(body.taskId, 'task_id'), action: actionOfButton(customId) }
  },
  'submit/modal': (body) => ({ parent: required(body.taskId, 'task_id'), action: 'MODAL' }),
  'submit/shorten': () => ({ action: 'SHORTEN' }),
  'submit/describe': () => ({ action: 'DESCRIBE' }),
  'submit/blend': () => ({ action: 'BLEND' }),
  'submit/upload-discord-images': () => ({ action: 'UPLOAD' }),
  'insight-face/swap'(body) {
    if (!body.sourceBase64 || !body.targetBase64) throw new DrawingRefusal('sour_base64_and_target_base64_is_required')
    return { action: 'SWAP_FACE' }
  },
}

/** Whether a path below `/mj/` submits a drawing. */
export const isSubmission = (path: string) => Object.hasOwn(SUBMISSION_READERS, path)

/** Reads a request (contract of this API family). Throws DrawingRefusal. */
export function readSubmission(path: string, body: Body): Submission {
  const reading = SUBMISSION_READERS[path]
  if (!reading) throw new Error(`${path} submits nothing`)
  const { action, parent } = reading(body)
  const model = action === 'SWAP_FACE' ? 'swap_face' : `mj_${action.toLowerCase()}`
  return { action, model, ...(parent === undefined ? {} : { parent }) }
}

function required(value: unknown, name: string): string {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.trim() === '') throw new DrawingRefusal(`${name}_is_required`)
  return text
}

/** The operator's options for which fields are forwarded to the platform. */
export interface ForwardOptions {
  MjNotifyEnabled: boolean
  MjAccountFilterEnabled: boolean
  MjModeClearEnabled: boolean
}

const MODES = /\s*--(?:fast|relax|turbo)\b/gi

/** Returns the body for the platform, without the fields that the operator does not forward. */
export function forwardedBody(body: Body, options: ForwardOptions): Record<string, unknown> {
  const passed = { ...body }
  if (!options.MjNotifyEnabled) delete passed.notifyHook
  if (!options.MjAccountFilterEnabled) delete passed.accountFilter
  if (options.MjModeClearEnabled && typeof passed.prompt === 'string') {
    passed.prompt = passed.prompt.replace(MODES, '').trim()
  }
  return passed
}
