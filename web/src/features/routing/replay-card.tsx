import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ReplayReport, type ReplaySums, type RouteCandidate, replayRouting } from '#contract/api/routing.ts'
import { call } from '#web/lib/api.ts'
import { formatDuration, formatTime, fullNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Input } from '#web/ui/input.tsx'
import { Money } from '#web/ui/money.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { downIds, type RoutingSearch } from './routing-search.ts'

const HOURS = 24

interface Draft {
  priority: string
  weight: string
}

interface ReplayCardProps {
  /** Channels whose priority and weight can be changed. */
  candidates: readonly RouteCandidate[]
  search: RoutingSearch
}

/** Replays the last day's calls with other priorities and weights, and without the channels assumed to be down. */
export default function ReplayCard({ candidates, search }: ReplayCardProps) {
  const { t } = useTranslation('routing')
  const [drafts, setDrafts] = useState<ReadonlyMap<number, Draft>>(new Map())
  const down = downIds(search)
  const draftOf = ({ id, priority, weight }: RouteCandidate): Draft =>
    drafts.get(id) ?? { priority: String(priority), weight: String(weight) }
  const replay = useMutation({
    mutationFn: () => {
      const channels = candidates.map((each) => {
        const { priority, weight } = draftOf(each)
        return {
          id: each.id,
          priority: Math.trunc(Number(priority)) || 0,
          weight: Math.max(0, Math.trunc(Number(weight)) || 0),
          ...(down.includes(each.id) && { enabled: false }),
        }
      })
      return call(replayRouting, { body: { hours: HOURS, channels } })
    },
  })
  return (
    <Card title={t('replay.title')}>
      <p className="max-w-prose text-muted text-small">{t('replay.hint')}</p>
      <ul className="flex max-w-xl flex-col gap-2">
        <li aria-hidden className="grid grid-cols-[minmax(0,1fr)_5.5rem_5.5rem] gap-2 text-muted text-small">
          <span>{t('replay.channel')}</span>
          <span>{t('replay.priorityColumn')}</span>
          <span>{t('replay.weightColumn')}</span>
        </li>
        {candidates.map((each) => (
          <li key={each.id} className="grid grid-cols-[minmax(0,1fr)_5.5rem_5.5rem] items-center gap-2">
            <span className={down.includes(each.id) ? 'truncate text-muted line-through' : 'truncate'}>
              {each.name}
            </span>
            {(['priority', 'weight'] as const).map((field) => (
              <Input
                key={field}
                inputMode="numeric"
                aria-label={t(`replay.${field}`, { name: each.name })}
                className="tabular-nums"
                value={draftOf(each)[field]}
                onChange={({ target }) =>
                  setDrafts(new Map(drafts).set(each.id, { ...draftOf(each), [field]: target.value }))
                }
              />
            ))}
          </li>
        ))}
      </ul>
      <div>
        <Button variant="primary" loading={replay.isPending} onClick={() => replay.mutate()}>
          {t('replay.run', { count: HOURS })}
        </Button>
      </div>
      {replay.error && <ListFailure error={replay.error} onRetry={() => replay.mutate()} />}
      {replay.data && <Report report={replay.data} />}
    </Card>
  )
}

function Report({ report }: { report: ReplayReport }) {
  const { t } = useTranslation('routing')
  const { calls, since, today, draft, channels } = report
  if (calls === 0) return <p className="text-muted">{t('replay.none')}</p>
  const cell = 'px-3 py-1.5 text-right'
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="text-muted text-small">
        {t('replay.calls', { count: calls, calls: fullNumber(calls), since: formatTime(since) })}
      </p>
      <section
        aria-label={t('replay.title')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by the keyboard
        tabIndex={0}
        className="relative overflow-x-auto"
      >
        <table className="w-full tabular-nums">
          <thead className="text-muted text-small">
            <tr className="border-line border-b">
              <th scope="col" className="px-3 text-left">
                <span className="sr-only">{t('replay.figure')}</span>
              </th>
              <th scope="col" className={cell}>
                {t('replay.today')}
              </th>
              <th scope="col" className={cell}>
                {t('replay.draft')}
              </th>
            </tr>
          </thead>
          <tbody>
            {FIGURES.map((figure) => (
              <tr key={figure} className="border-line border-b">
                <th scope="row" className="px-3 text-left font-normal">
                  {t(`replay.of.${figure}`)}
                </th>
                <td className={cell}>
                  <Figure figure={figure} sums={today} />
                </td>
                <td className={cell}>
                  <Figure figure={figure} sums={draft} />
                </td>
              </tr>
            ))}
            {channels.map(({ id, name, ...share }) => (
              <tr key={id} className="border-line border-b last:border-b-0">
                <th scope="row" className="max-w-48 truncate px-3 text-left font-normal">
                  {t('replay.share', { name })}
                </th>
                <td className={cell}>{share.today} %</td>
                <td className={cell}>{share.draft} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

const FIGURES = ['cost', 'latency', 'failed', 'costed'] as const

function Figure({ figure, sums }: { figure: (typeof FIGURES)[number]; sums: ReplaySums }) {
  const { t } = useTranslation('routing')
  if (figure === 'cost') return <Money quota={sums.cost} digits={6} />
  if (figure === 'latency') return sums.latency_ms === null ? t('number.unmeasured') : formatDuration(sums.latency_ms)
  return `${sums[figure]} %`
}
