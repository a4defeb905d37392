import type { RelayDeps } from '../../deps/deps.ts'
import type { TaskCall } from '../task-call.ts'
import { fetchDrawing, fetchDrawingSeed, handleNotification, listDrawings } from './fetch-drawings.ts'
import { isSubmission } from './read-submission.ts'
import { type PlatformReply, submitDrawing } from './submit.ts'

/** Runs a call. Throws DrawingRefusal or ApiError. */
export type DrawingJob = (call: TaskCall, deps: RelayDeps) => Promise<PlatformReply | undefined>

const OF_TASK = /^task\/([^/]+)\/(fetch|image-seed)$/

/**
 * Returns the job of a path below `/mj/`; undefined = no such path. The job's reply is undefined where it has no
 * body.
 */
export function findDrawingJob(method: string, path: string): DrawingJob | undefined {
  if (method === 'POST') {
    if (isSubmission(path)) return (call, deps) => submitDrawing(call, path, deps)
    if (path === 'task/list-by-condition') return listDrawings
    if (path === 'notify') return (call, deps) => handleNotification(call, deps).then(() => undefined)
    return undefined
  }
  const [, id = '', what] = (method === 'GET' && OF_TASK.exec(path)) || []
  if (what === 'fetch') return (call, deps) => fetchDrawing(call, decodePathPart(id), deps)
  if (what === 'image-seed') return (call, deps) => fetchDrawingSeed(call, decodePathPart(id), deps)
  return undefined
}

/** Decodes percent-encoding; an invalid text is returned unchanged. */
export function decodePathPart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
