import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { HealthCell } from '#contract/api/traffic.ts'
import { ChannelSwitch } from '#web/features/channels/list/channel-switch.tsx'
import { allSlices, failuresOf, kindsOf, LEVEL_TEXT, levelOf, successOf } from '#web/features/traffic/health.ts'
import type { Health } from '#web/features/traffic/health-queries.ts'
import { ModelName } from '#web/features/vendors/vendor-mark.tsx'
import { DASH, formatDuration, formatPercent, fullNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { LazyPanel } from '#web/ui/overlay/lazy-panel.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { SliceBars } from './slice-bars.tsx'

const COLUMNS = ['model', 'success', 'calls', 'firstByte', 'total', 'speed', 'errors', 'spend'] as const

/** Channels and their models, one table for all: a head row for each channel, a row for each of its models. */
export function HealthTable({ cells, health }: { cells: readonly HealthCell[]; health: Health }) {
  const { t } = useTranslation('health')
  const channels = [...Map.groupBy(cells, ({ channel_id }) => channel_id).values()]
  return (
    <section
      aria-label={t('title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by the keyboard
      tabIndex={0}
      className="surface relative overflow-x-auto"
    >
      <table className="w-full tabular-nums">
        <thead className="text-small text-muted">
          <tr className="h-row border-line border-b text-right">
            {COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                className={
                  column === 'model' || column === 'success' || column === 'errors' ? 'px-3 text-left' : 'px-3'
                }
              >
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        {channels.map((ofChannel) => (
          <ChannelRows key={ofChannel[0]?.channel_id} cells={ofChannel} health={health} />
        ))}
      </table>
    </section>
  )
}

function ChannelRows({ cells, health }: { cells: readonly HealthCell[]; health: Health }) {
  const { t } = useTranslation('health')
  const [first] = cells
  if (!first) return null
  const name = first.channel_name || t('deleted', { id: first.channel_id })
  const spend = cells.reduce((sum, { quota }) => sum + quota, 0)
  return (
    <tbody>
      <tr className="h-row border-line border-b bg-sunken">
        <th scope="rowgroup" colSpan={COLUMNS.length} className="px-3 text-left font-strong">
          {first.channel_status === 0 ? (
            name
          ) : (
            <Link to="/channel/$id" params={{ id: first.channel_id }} className="hover:text-primary hover:underline">
              {name}
            </Link>
          )}
          <span className="ml-2 font-normal text-small text-muted">
            #{first.channel_id}
            {first.channel_status > 1 && ` · ${t('off')}`}
          </span>
          <span className="float-right flex items-center gap-3 font-normal text-small text-muted">
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
            {first.channel_status > 0 && <ChannelSwitch id={first.channel_id} name={name} />}
          </span>
        </th>
      </tr>
      {cells.map((cell) => (
        <ModelRow key={cell.model_name} cell={cell} health={health} />
      ))}
    </tbody>
  )
}

function ModelRow({ cell, health }: { cell: HealthCell; health: Health }) {
  const { t } = useTranslation('health')
  const { channel_id, model_name, served } = cell
  const share = successOf(cell)
  return (
    <tr className="h-row border-line border-b text-right last:border-b-0 hover:bg-hover">
      <th scope="row" className="whitespace-nowrap px-3 text-left font-normal">
        {model_name ? (
          <Link to="/models/$" params={{ _splat: model_name }} className="hover:text-primary hover:underline">
            <ModelName model={model_name} />
          </Link>
        ) : (
          t('noModel')
        )}
      </th>
      <td className="whitespace-nowrap px-3 text-left">
        <span className="flex items-center gap-2">
          <SliceBars slices={allSlices(cell, health)} />
          {share !== undefined && <span className={LEVEL_TEXT[levelOf(share)]}>{formatPercent(share)}</span>}
        </span>
      </td>
      <Cell>
        <Link
          to="/log"
          search={{ channel: channel_id, model_name: model_name || undefined, from: health.start, to: health.end }}
          aria-label={t('calls', { name: model_name })}
          className="underline decoration-line underline-offset-2 hover:text-primary hover:decoration-current"
        >
          {fullNumber(served + failuresOf(cell))}
        </Link>
      </Cell>
      <Cell>{times(cell.first_byte_ms)}</Cell>
      <Cell>{times(cell.total_ms)}</Cell>
      <Cell>{cell.tokens_per_second ? fullNumber(cell.tokens_per_second.p50) : DASH}</Cell>
      <td className="whitespace-nowrap px-3 text-left">
        <ErrorKinds cell={cell} />
      </td>
      <Cell>
        <Money quota={cell.quota} />
      </Cell>
    </tr>
  )
}

const Cell = ({ children }: { children: ReactNode }) => <td className="whitespace-nowrap px-3">{children}</td>

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
        <Button
          size="small"
          variant="ghost"
          className="-ms-2"
          aria-label={t('errors.open', { model: cell.model_name })}
        >
          {others.length > 0 ? `${text} +${others.length}` : text}
        </Button>
      }
      props={{ cell }}
    />
  )
}
