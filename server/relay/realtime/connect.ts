import { readUpstreamError } from '../../dialects/openai-errors.ts'
import { openUpstreamSocket, SocketRefused, type UpstreamSocket } from '../../egress/upstream-socket.ts'
import { providerOf } from '../../providers/all.ts'
import type { Channel } from '../../registry/channels.ts'
import { local, type UpstreamFailure } from '../../upstream/upstream-failure.ts'
import type { RelayDeps } from '../deps.ts'
import type { Call } from '../request/call.ts'
import { limitsOf } from '../routing/time-limits.ts'
import { Watch } from '../upstream/exchange-watch.ts'
import { refusalIn } from './told.ts'

/** An upstream that has agreed to a session. */
export interface Line {
  channel: Channel
  /** The model that it was asked for. */
  model: string
  socket: UpstreamSocket
}

/** How the caller came, which the upstream is shown. */
export interface Manner {
  subprotocol: boolean
  beta: boolean
}

/** Most upstreams greet, or refuse, at once. One that says nothing for so long has agreed. */
const GREETING_MS = 3000
const SWITCHED = 101

/** One try at one channel: opens the socket and waits for the first word. The call notes it. Never throws. */
export async function connect(
  call: Call,
  channel: Channel,
  manner: Manner,
  deps: RelayDeps,
): Promise<Line | { failure: UpstreamFailure }> {
  const record = { channel: channel.id, status: 0, ms: 0 }
  call.attempts.push(record)
  const startedAt = Date.now()
  const provider = providerOf(channel)
  if (!provider?.socket) return { failure: local('unfit', `channel type ${channel.type} has no sessions`) }
  const model = (Object.hasOwn(channel.modelMapping, call.model) && channel.modelMapping[call.model]) || call.model
  const opening = openUpstreamSocket(provider.socket(channel, { endpoint: call.endpoint, model, ...manner }))
  const watch = new Watch(deps.clock, call.signal, opening, startedAt + limitsOf(channel).firstByte)
  try {
    const socket = await opening.opened
    const failure = await refused(socket)
    record.status = failure ? failure.status : SWITCHED
    if (!failure) return { channel, model, socket }
    socket.close()
    return { failure }
  } catch (error) {
    if (!(error instanceof SocketRefused))
      return { failure: local(watch.late ? 'timeout' : 'unreachable', String(error)) }
    record.status = error.status
    return { failure: { kind: 'answered', status: error.status, error: readUpstreamError('', error.status) } }
  } finally {
    watch.end()
    record.ms = Date.now() - startedAt
  }
}

async function refused(socket: UpstreamSocket): Promise<UpstreamFailure | undefined> {
  const first = await socket.first(GREETING_MS)
  const refusal = first === undefined ? undefined : refusalIn(first.toString())
  if (refusal) return { kind: 'answered', ...refusal }
  return first === undefined && socket.gone ? local('unreachable', 'the connection broke off') : undefined
}
