import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ReplayReport, type ReplaySums, type RouteCandidate, replayRouting } from '#contract/api/routing.ts'
import { call } from '#web/lib/api.ts'
import { formatDuration, formatPercent, formatTime, fullNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Input } from '#web/ui/input.tsx'
import { Money } from '#web/ui/money.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
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
      <p className="max-w-5xl text-muted text-small">{t('replay.hint')}</p>
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
  const figures = FIGURES.map((figure) => ({
    key: figure,
    name: t(`replay.of.${figure}`),
    today: <Figure figure={figure} sums={today} />,
    draft: <Figure figure={figure} sums={draft} />,
  }))
  const shares = channels.map(({ id, name, ...share }) => ({
    key: String(id),
    name: t('replay.share', { name }),
    today: formatPercent(share.today / 100),
    draft: formatPercent(share.draft / 100),
  }))
  return (
    <>
      <p className="text-muted text-small">
        {t('replay.calls', { count: calls, calls: fullNumber(calls), since: formatTime(since) })}
      </p>
      <PlainTable
        scrolls
        label={t('replay.title')}
        rows={[...figures, ...shares]}
        keyOf={({ key }) => key}
        columns={[
          { name: t('replay.figure'), quiet: true, cell: ({ name }) => name },
          { name: t('replay.today'), number: true, cell: (row) => row.today },
          { name: t('replay.draft'), number: true, cell: (row) => row.draft },
        ]}
      />
    </>
  )
}

const FIGURES = ['cost', 'latency', 'failed', 'costed'] as const

function Figure({ figure, sums }: { figure: (typeof FIGURES)[number]; sums: ReplaySums }) {
  const { t } = useTranslation('routing')
  if (figure === 'cost') return <Money quota={sums.cost} digits={6} />
  if (figure === 'latency') return sums.latency_ms === null ? t('number.unmeasured') : formatDuration(sums.latency_ms)
  return formatPercent(sums[figure] / 100)
}
