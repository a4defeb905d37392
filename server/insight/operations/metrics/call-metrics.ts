import { CALL_PHASES } from '#contract/api/live-calls.ts'
import { DURATION_BOUNDS_MS } from '#contract/traffic.ts'
import type { LiveCalls } from '../../../calls/live-calls/live-calls.ts'
import type { CallTotals, ChannelTotals, ModelTotals } from '../../../calls/traffic/call-totals.ts'
import { histogramSamples, type Metric, type Sample } from '../../../platform/telemetry/metric.ts'

/** What this node has served, charged and failed since its start, by channel and model, and what it does now. */
export function callMetrics(callTotals: CallTotals, liveCalls: Pick<LiveCalls, 'countByPhase'>): Metric[] {
  const all = [...callTotals.models()]
  const tried = all.filter(({ channel }) => channel > 0)
  const unserved = all.filter(({ channel }) => channel === 0)
  const phases = liveCalls.countByPhase()
  return [
    {
      name: 'switchyard_attempts_total',
      kind: 'counter',
      help: 'Attempts at channels by what became of them, this node',
      samples: tried.flatMap((each) => byKey(each, each.attempts, 'outcome')),
    },
    {
      name: 'switchyard_calls_unserved_total',
      kind: 'counter',
      help: 'Calls that no channel served by the kind of the last failure, this node',
      samples: unserved.flatMap(({ model, attempts }) =>
        [...attempts].map(([kind, value]) => ({ labels: { model, kind }, value })),
      ),
    },
    {
      name: 'switchyard_answers_charged_total',
      kind: 'counter',
      help: 'Charged answers by how they ended, this node',
      samples: tried.flatMap((each) => byKey(each, each.charged, 'end')),
    },
    {
      name: 'switchyard_answer_tokens_total',
      kind: 'counter',
      help: 'Tokens of charged answers, this node',
      samples: tried.flatMap((each) => byKey(each, each.tokens, 'kind')),
    },
    {
      name: 'switchyard_answer_quota_units_total',
      kind: 'counter',
      help: 'Quota units charged for answers (500000 = 1 USD by default), this node',
      samples: tried.map(({ channel, model, quota }) => ({
        labels: { channel: String(channel), model },
        value: quota,
      })),
    },
    durations(
      'switchyard_first_byte_seconds',
      'Time until the first byte of served calls, this node',
      'firstByte',
      callTotals,
    ),
    durations(
      'switchyard_call_duration_seconds',
      'Time until the last byte of served calls, this node',
      'total',
      callTotals,
    ),
    {
      name: 'switchyard_live_calls',
      kind: 'gauge',
      help: 'Calls in progress by what they do, this node',
      samples: CALL_PHASES.map((phase) => ({ labels: { phase }, value: phases[phase] })),
    },
  ]
}

const byKey = ({ channel, model }: ModelTotals, counts: ReadonlyMap<string, number>, label: string): Sample[] =>
  [...counts].map(([key, value]) => ({ labels: { channel: String(channel), model, [label]: key }, value }))

const durations = (name: string, help: string, which: keyof ChannelTotals, { channels }: CallTotals): Metric => ({
  name,
  kind: 'histogram',
  help,
  samples: [...channels()].flatMap(([channel, totals]) => {
    const { buckets, milliseconds } = totals[which]
    return histogramSamples({ channel: String(channel) }, DURATION_BOUNDS_MS, buckets, milliseconds)
  }),
})
