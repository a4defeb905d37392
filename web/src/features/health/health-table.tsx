import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { HealthCell } from '#contract/api/traffic.ts'
import { ChannelSwitch } from '#web/features/channels/list/channel-switch.tsx'
import {
  allSlices,
  failuresOf,
  kindsOf,
  LEVEL_TEXT,
  type Level,
  levelOf,
  type Slice,
  successOf,
} from '#web/features/traffic/health.ts'
import type { Health } from '#web/features/traffic/health-queries.ts'
import { ModelName } from '#web/features/vendors/vendor-mark.tsx'
import { cx } from '#web/lib/cx.ts'
import { DASH, formatDuration, formatPercent, formatTime, fullNumber } from '#web/lib/format.ts'
import { Money } from '#web/ui/money.tsx'
import { LazyPanel } from '#web/ui/overlay/lazy-panel.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { tip } from '#web/ui/tooltip.tsx'

/** The models of all channels, under a head for each channel. */
export function HealthTable({ cells, health }: { cells: readonly HealthCell[]; health: Health }) {
  const { t } = useTranslation('health')
  return (
    <PlainTable
      label={t('title')}
      rows={cells}
      keyOf={({ model_name }) => model_name}
      groups={{
        of: ({ channel_id }) => channel_id,
        head: (ofChannel) => <ChannelHead cells={ofChannel} health={health} />,
      }}
      columns={[
        { name: t('column.model'), cell: ({ model_name }) => <Model name={model_name} /> },
        { name: t('column.success'), cell: (cell) => <Success cell={cell} health={health} /> },
        { name: t('column.calls'), number: true, cell: (cell) => <Calls cell={cell} health={health} /> },
        { name: t('column.firstByte'), number: true, cell: (cell) => times(cell.first_byte_ms) },
        { name: t('column.total'), number: true, cell: (cell) => times(cell.total_ms) },
        {
          name: t('column.speed'),
          number: true,
          cell: ({ tokens_per_second: speed }) => (speed ? fullNumber(speed.p50) : DASH),
        },
        { name: t('column.errors'), cell: (cell) => <ErrorKinds cell={cell} /> },
        { name: t('column.spend'), number: true, cell: ({ quota }) => <Money quota={quota} /> },
      ]}
    />
  )
}

function ChannelHead({ cells, health }: { cells: readonly HealthCell[]; health: Health }) {
  const { t } = useTranslation('health')
  const [first] = cells
  if (!first) return null
  const name = first.channel_name || t('deleted', { id: first.channel_id })
  const spend = cells.reduce((sum, { quota }) => sum + quota, 0)
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {first.channel_status === 0 ? (
        name
      ) : (
        <Link to="/channel/$id" params={{ id: first.channel_id }} className="hover:text-primary hover:underline">
          {name}
        </Link>
      )}
      <span className="font-normal text-small text-muted">#{first.channel_id}</span>
      <span className="ms-auto flex items-center gap-3 font-normal text-small text-muted">
        <span {...tip(t('inFlightHint'))}>
          {t('inFlight', { count: first.in_flight })} · <Money quota={spend} />
        </span>
        <Link
          to="/log"
          search={{ channel: first.channel_id, from: health.start, to: health.end }}
          aria-label={t('calls', { name })}
          className="hover:text-primary hover:underline"
        >
          {t('column.calls')}
        </Link>
        {first.channel_status > 0 && <ChannelSwitch withState id={first.channel_id} name={name} />}
      </span>
    </span>
  )
}

function Model({ name }: { name: string }) {
  const { t } = useTranslation('health')
  if (!name) return t('noModel')
  return (
    <Link to="/models/$" params={{ _splat: name }} className="hover:text-primary hover:underline">
      <ModelName model={name} />
    </Link>
  )
}

function Success({ cell, health }: { cell: HealthCell; health: Health }) {
  const share = successOf(cell)
  return (
    <span className="flex items-center gap-2">
      <SliceBars slices={allSlices(cell, health)} />
      {share !== undefined && <span className={LEVEL_TEXT[levelOf(share)]}>{formatPercent(share)}</span>}
    </span>
  )
}

function Calls({ cell, health }: { cell: HealthCell; health: Health }) {
  const { t } = useTranslation('health')
  const { channel_id, model_name, served } = cell
  return (
    <Link
      to="/log"
      search={{ channel: channel_id, model_name: model_name || undefined, from: health.start, to: health.end }}
      aria-label={t('calls', { name: model_name })}
      className="underline decoration-line underline-offset-2 hover:text-primary hover:decoration-current"
    >
      {fullNumber(served + failuresOf(cell))}
    </Link>
  )
}

/** "420 ms / 2.1 s": median and 95th percentile. */
const times = (measured: { p50: number; p95: number } | undefined) =>
  measured ? `${formatDuration(measured.p50)} / ${formatDuration(measured.p95)}` : DASH

const loadSamples = () => import('./error-samples.tsx')

/** The kinds of errors of a model at a channel; opens the last error of each. */
function ErrorKinds({ cell }: { cell: HealthCell }) {
  const { t } = useTranslation('health')
  const kinds = kindsOf(cell)
  if (kinds.length === 0) return <span className="text-muted">{DASH}</span>
  const [first, ...others] = kinds
  const text = first ? `${t(`kind.${first[0]}`)} ${fullNumber(first[1])}` : ''
  return (
    <LazyPanel
      load={loadSamples}
      trigger={
        <button
          type="button"
          className="-my-1 min-h-6 text-start text-small underline decoration-line underline-offset-2 hover:text-primary"
          aria-label={t('errors.open', { model: cell.model_name })}
        >
          {others.length > 0 ? `${text} +${others.length}` : text}
        </button>
      }
      props={{ cell }}
    />
  )
}

const COLOUR: Record<Level, string> = { good: 'bg-success', fair: 'bg-warning', bad: 'bg-danger' }

/** One bar for each part of a range: its colour says how many attempts succeeded. Parts without attempts are faint. */
function SliceBars({ slices }: { slices: readonly Slice[] }) {
  const { t } = useTranslation('health')
  const served = slices.reduce((sum, slice) => sum + slice.served, 0)
  const failed = slices.reduce((sum, slice) => sum + slice.failed, 0)
  return (
    <span
      role="img"
      aria-label={t('bars', { served: fullNumber(served), failed: fullNumber(failed) })}
      className="-my-1 inline-flex h-4.5 items-stretch gap-px"
    >
      {slices.map((slice) => {
        const calls = slice.served + slice.failed
        return (
          <span
            key={slice.at}
            title={t('bar', {
              at: formatTime(slice.at),
              served: fullNumber(slice.served),
              failed: fullNumber(slice.failed),
            })}
            className={cx(
              'w-1 rounded-xs max-sm:w-0.5',
              calls === 0 ? 'bg-line' : COLOUR[levelOf(slice.served / calls)],
            )}
          />
        )
      })}
    </span>
  )
}
