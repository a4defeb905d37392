import type { JsonObject } from '../../../formats/dialects/conversation.ts'
import { textOf } from '../../../formats/dialects/json.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { isRunningNode } from './queries.ts'

/** How long a caller that cancels waits for the end. */
const CANCEL_MS = 3000
const POLL_MS = 50

const UNFINISHED = new Set(['queued', 'in_progress'])
export const isUnfinished = ({ status }: JsonObject): boolean => UNFINISHED.has(textOf(status))

/**
 * Returns a kept response as callers see it. One whose node is gone has failed: nothing was charged for it beyond what its
 * node had recorded.
 */
export async function toShown(call: string, response: JsonObject, deps: RelayDeps): Promise<JsonObject> {
  const { node, ...told } = response
  if (!isUnfinished(told)) return told
  const log = deps.backgrounds.find(call)
  if (log) return { ...told, ...(log.isOver ? log.final : { status: 'in_progress' }) }
  const isOwn = node === deps.accounting.nodeId
  if (!isOwn && (await isRunningNode(deps.services.store, textOf(node)))) return { ...told, status: 'in_progress' }
  const error = { code: 'server_error', message: 'the server that ran this response has stopped' }
  return { ...told, status: 'failed', error }
}

/** Stops a response, on whichever node it runs, and waits a short time until `read` finds its end. */
export async function cancelRun(
  call: string,
  { node }: JsonObject,
  read: () => Promise<JsonObject>,
  { services }: RelayDeps,
): Promise<JsonObject> {
  let now = await read()
  if (now.background !== true) throw new ApiError('response_not_in_background')
  if (!isUnfinished(now)) return now
  if (!services.liveCalls.stop(call)) await services.liveCallsOfNodes.stop(call, [textOf(node)])
  for (const end = Date.now() + CANCEL_MS; isUnfinished(now) && Date.now() < end; now = await read())
    await Bun.sleep(POLL_MS)
  return now
}
