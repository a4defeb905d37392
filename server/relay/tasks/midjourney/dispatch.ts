import type { RelayDeps } from '../../deps.ts'
import type { TaskCall } from '../task-call.ts'
import { drawingSeed, fetchDrawing, listDrawings, takeNotice } from './follow.ts'
import { isSubmission } from './read-submission.ts'
import { type PlatformReply, submitDrawing } from './submit.ts'

/** Does what a call asks for. Throws DrawingRefusal or Failure. */
export type DrawingJob = (call: TaskCall, deps: RelayDeps) => Promise<PlatformReply | undefined>

const OF_TASK = /^task\/([^/]+)\/(fetch|image-seed)$/

/** What is to be done at a path below `/mj/`; undefined = nothing is there. Its reply is undefined where it has no body. */
export function drawingJob(method: string, path: string): DrawingJob | undefined {
  if (method === 'POST') {
    if (isSubmission(path)) return (call, deps) => submitDrawing(call, path, deps)
    if (path === 'task/list-by-condition') return listDrawings
    if (path === 'notify') return (call, deps) => takeNotice(call, deps).then(() => undefined)
    return undefined
  }
  const [, id = '', what] = (method === 'GET' && OF_TASK.exec(path)) || []
  if (what === 'fetch') return (call, deps) => fetchDrawing(call, decoded(id), deps)
  if (what === 'image-seed') return (call, deps) => drawingSeed(call, decoded(id), deps)
  return undefined
}

/** A text that is no percent-encoding of anything stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
