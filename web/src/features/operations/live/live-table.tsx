import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CallPhase } from '#contract/api/live-calls.ts'
import { stopLiveCall } from '#contract/api/live-calls.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { formatDuration, fullNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Money } from '#web/ui/money.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { Status } from '#web/ui/status.tsx'
import type { TagColour } from '#web/ui/tag-colour.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { WideCell, WideRow, WideTable } from '../wide-table.tsx'
import type { ListedCall } from './live-query.ts'
import type { LiveSearch } from './live-search.ts'

const COLOURS: Record<CallPhase, TagColour> = {
  lease: 'amber',
  sending: 'blue',
  first_byte: 'blue',
  answering: 'green',
}

interface LiveTableProps {
  calls: readonly ListedCall[]
  severalNodes: boolean
  /** Shows the calls of one user or token only. */
  onFollow: (patch: LiveSearch) => void
}

/** Calls in progress, the oldest first. */
export function LiveTable({ calls, severalNodes, onFollow }: LiveTableProps) {
  const { t } = useTranslation('operations')
  return (
    <WideTable
      label={t('live.title')}
      columns={[
        { name: t('live.caller') },
        { name: t('live.model') },
        { name: t('live.phase') },
        { name: t('live.tokens'), number: true },
        { name: t('live.cost'), number: true },
        { name: t('live.stop'), number: true },
      ]}
    >
      {calls.map((each) => (
        <LiveRow key={each.id} call={each} severalNodes={severalNodes} onFollow={onFollow} />
      ))}
    </WideTable>
  )
}

interface LiveRowProps extends Omit<LiveTableProps, 'calls'> {
  call: ListedCall
}

function LiveRow({ call: each, severalNodes, onFollow }: LiveRowProps) {
  const { t } = useTranslation('operations')
  const age = formatDuration(each.age_ms)
  return (
    <WideRow>
      <th scope="row" className="whitespace-nowrap px-3 py-1.5 text-left font-normal">
        <FollowButton
          label={t('live.followUser', { name: each.username })}
          onClick={() => onFollow({ user: String(each.user_id) })}
        >
          {each.username}
        </FollowButton>
        <Second>
          {each.token_id > 0 ? (
            <FollowButton
              label={t('live.followToken', { name: each.token_name })}
              onClick={() => onFollow({ token: each.token_id })}
            >
              {each.token_name || `#${each.token_id}`}
            </FollowButton>
          ) : (
            t('live.playground')
          )}
        </Second>
      </th>
      <WideCell>
        <span {...tip(t('live.request', { id: each.id }))}>{each.model}</span>
        <Second>
          {each.channel_id > 0 ? `${each.channel_name || '–'} #${each.channel_id}` : t('live.noChannel')}
          {each.attempts > 1 && ` · ${t('live.attempt', { number: each.attempts })}`}
        </Second>
      </WideCell>
      <WideCell>
        <Status colour={COLOURS[each.phase]}>
          {t(each.phase === 'answering' && each.stream ? 'live.phases.streaming' : `live.phases.${each.phase}`)}
        </Status>
        <Second>
          {age}
          {severalNodes && ` · ${each.node}`}
        </Second>
      </WideCell>
      <WideCell number>
        {each.tokens > 0 ? fullNumber(each.tokens) : '–'}
        {each.tokens > 0 && <Second>{t('live.speed', { speed: each.tokens_per_second })}</Second>}
      </WideCell>
      <WideCell number>{each.quota > 0 ? <Money quota={each.quota} digits={6} /> : '–'}</WideCell>
      <WideCell number>
        <StopButton call={each} />
      </WideCell>
    </WideRow>
  )
}

const Second = ({ children }: { children: React.ReactNode }) => (
  <div className="min-h-5 text-muted text-small">{children}</div>
)

function FollowButton({ label, onClick, children }: { label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <button type="button" className="max-w-48 truncate text-left hover:underline" {...tip(label)} onClick={onClick}>
      {children}
    </button>
  )
}

/** Stops a call after a question. */
function StopButton({ call: { id, username, model } }: { call: ListedCall }) {
  const { t } = useTranslation('operations')
  const client = useQueryClient()
  const stop = useMutation({
    mutationFn: () => call(stopLiveCall, { body: { id } }),
    onSuccess: ({ stopped }) => (stopped ? toast.success(t('live.stopped')) : toast.info(t('live.over'))),
    onSettled: () => refresh(client, { queryKey: ['live'] }),
  })
  const ask = async () => {
    const question = {
      title: t('live.confirm', { name: username, model }),
      description: t('live.confirmHint'),
      action: t('live.stop'),
      danger: true,
    }
    if (await confirm(question)) stop.mutate()
  }
  return (
    <Button
      size="small"
      loading={stop.isPending}
      aria-label={t('live.stopNamed', { name: username, model, id })}
      onClick={() => void ask()}
    >
      {t('live.stop')}
    </Button>
  )
}
