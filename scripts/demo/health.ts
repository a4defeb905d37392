import { completionTokens, type Usage } from '#contract/prices/price.ts'
import type { AttemptRecord, EndReason } from '#contract/receipt.ts'
import type { Calls } from '#server/calls/calls.ts'
import type { FailedCall } from '#server/calls/failed-calls/failed-calls.ts'
import type { Call } from '#server/calls/relay/call/call.ts'
import { createIncident } from '#server/insight/statistics/traffic/incidents.ts'
import type { Money } from '#server/money/money.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { DemoTexts } from './texts.ts'
import type { Channels } from './traffic.ts'

const DAY_MS = 86_400_000
const DAYS = 89
/** A day on which the vendor of one model was down for hours. */
const OUTAGE = { daysAgo: 23, model: 'claude-sonnet-4-6', failed: 34 }
const HISTORY: { model: string; channel: string; firstByteMs: number; calls: number }[] = [
  { model: 'gpt-4o-mini', channel: 'openai-main', firstByteMs: 420, calls: 60 },
  { model: 'gpt-4o', channel: 'openai-main', firstByteMs: 700, calls: 24 },
  { model: 'claude-sonnet-4-6', channel: 'claude', firstByteMs: 900, calls: 40 },
  { model: 'gemini-2.5-flash', channel: 'gemini', firstByteMs: 350, calls: 18 },
]

interface EndedCall {
  call: Call
  attempts: readonly AttemptRecord[]
  outcome: { reason: EndReason; usage: Usage; firstByteMs: number }
  /** Milliseconds since the epoch. */
  endedAt: number
}

/** Counts a call of the demo as the relay counts its calls. */
export function countCall(
  { traffic }: Platform & Money & Calls,
  { call, attempts, outcome, endedAt }: EndedCall,
): void {
  const { id: requestId, model } = call
  for (const { channel, status, error = '' } of attempts.filter(({ status }) => status !== 200)) {
    traffic.failed({ channel, model, at: endedAt, kind: 'rate', status, message: error, requestId })
  }
  const channel = attempts.at(-1)?.channel ?? 0
  const { reason, usage, firstByteMs } = outcome
  if (reason === 'upstream_error') {
    traffic.failed({
      channel,
      model,
      at: endedAt,
      kind: 'server',
      status: 200,
      message: 'The answer broke off',
      requestId,
    })
  } else if (reason === 'stop') {
    const streamedTokens = call.stream ? completionTokens(usage) : 0
    traffic.served({ channel, model, endedAt, firstByteMs, totalMs: endedAt - call.startedAt, streamedTokens })
  }
}

/** Counts a call that no channel served, and the attempt that failed. */
export function countFailed(traffic: Calls['traffic'], { channel, model, at, id, content, other }: FailedCall): void {
  const status = other.status ?? 0
  const kind = status === 429 ? 'rate' : 'server'
  const failed = { model, at: at * 1000, kind, status, message: content, requestId: id } as const
  if (channel > 0) traffic.failed({ ...failed, channel })
  traffic.failed({ ...failed, channel: 0 })
}

/** Three months of days for the status page, and the incident that explains the bad one. */
export async function seedHistory(
  services: Platform & Money & Calls,
  by: Parameters<typeof createIncident>[1],
  channels: Channels,
  { incident }: DemoTexts,
) {
  const { traffic } = services
  const now = Date.now()
  for (let daysAgo = 1; daysAgo <= DAYS; daysAgo++) {
    for (const { model, channel: name, firstByteMs, calls } of HISTORY) {
      const channel = channels[name] ?? 0
      const endedAt = now - daysAgo * DAY_MS
      const served = { channel, model, endedAt }
      for (let index = 0; index < calls; index++) {
        const first = firstByteMs * (0.6 + Math.random() ** 3 * 4)
        traffic.served({ ...served, firstByteMs: first, totalMs: first + 4000 * Math.random(), streamedTokens: 220 })
      }
      const isOutage = daysAgo === OUTAGE.daysAgo && model === OUTAGE.model
      const failed = isOutage ? OUTAGE.failed : Math.random() < 0.1 ? 1 : 0
      const failure = { model, at: endedAt, kind: 'server', status: 529, message: 'Overloaded', requestId: '' } as const
      for (let index = 0; index < failed; index++) traffic.failed({ ...failure, channel: 0 })
    }
  }
  await traffic.flush()
  const { id } = await createIncident(services.store, by, {
    ...incident,
    models: [OUTAGE.model],
  })
  const at = Math.floor((now - OUTAGE.daysAgo * DAY_MS) / 1000)
  const times = { created_at: at, resolved_at: at + 5 * 3600 }
  await services.store.db.updateTable('incidents').set(times).where('id', '=', id).execute()
}
