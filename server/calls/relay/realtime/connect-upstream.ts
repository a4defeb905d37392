import { readUpstreamError } from '../../../formats/dialects/openai-errors.ts'
import { providerOf } from '../../../formats/providers/all.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import { openUpstreamSocket, SocketRefused, type UpstreamSocket } from '../../../wire/egress/upstream-socket.ts'
import { localFailure, type UpstreamFailure } from '../../upstream/upstream-failure.ts'
import { upstreamModel } from '../../upstream/upstream-model.ts'
import { ExchangeWatch } from '../attempt/exchange-watch.ts'
import { firstByteLimit } from '../attempt/time-limits.ts'
import { addAttemptRecord, type CallRun } from '../call/call-run.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { readRefusal } from './session-errors.ts'

/** An upstream that has accepted a session. */
export interface UpstreamConnection {
  channel: Channel
  /** The model that was requested from it. */
  model: string
  socket: UpstreamSocket
}

/** Properties of the caller's handshake that the upstream gets as well. */
export interface HandshakeOptions {
  subprotocol: boolean
  beta: boolean
}

/** Most upstreams send a first event, or refuse, immediately. One that sends nothing for this long has accepted. */
const GREETING_MS = 3000
const SWITCHED = 101

/**
 * Makes one attempt at one channel: opens the socket and waits for the first event. The attempt is recorded in the
 * run. Never throws.
 */
export async function connectUpstream(
  run: CallRun,
  channel: Channel,
  handshake: HandshakeOptions,
  deps: RelayDeps,
): Promise<UpstreamConnection | { failure: UpstreamFailure }> {
  const { call } = run
  const record = addAttemptRecord(run, channel)
  const startedAt = Date.now()
  const provider = providerOf(channel)
  if (!provider?.socket) return { failure: localFailure('unfit', `channel type ${channel.type} has no sessions`) }
  const model = upstreamModel(channel, call.model)
  const { trace, group } = call
  trace?.attempt({ group, channel, model })
  const request = { ...provider.socket(channel, { endpoint: call.endpoint, model, ...handshake }), way: channel.way }
  const opening = openUpstreamSocket(trace ? trace.send(request) : request)
  const watch = new ExchangeWatch(
    deps.ticker,
    call.signal,
    opening,
    () => startedAt + firstByteLimit(channel, model, run.call, deps.services),
  )
  try {
    const socket = await opening.opened
    const failure = await readFirstRefusal(socket)
    record.status = failure ? failure.status : SWITCHED
    if (!failure) return { channel, model, socket }
    socket.close()
    return { failure }
  } catch (error) {
    if (!(error instanceof SocketRefused))
      return { failure: localFailure(watch.isLate ? 'timeout' : 'unreachable', String(error)) }
    record.status = error.status
    return { failure: { kind: 'answered', status: error.status, error: readUpstreamError('', error.status) } }
  } finally {
    watch.end()
    record.ms = Date.now() - startedAt
  }
}

async function readFirstRefusal(socket: UpstreamSocket): Promise<UpstreamFailure | undefined> {
  const first = await socket.firstFrame(GREETING_MS)
  const refusal = first === undefined ? undefined : readRefusal(first.toString())
  if (refusal) return refusal
  return first === undefined && socket.isClosed
    ? localFailure('unreachable', 'the connection was closed early')
    : undefined
}
