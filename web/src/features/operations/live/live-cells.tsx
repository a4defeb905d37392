import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CallPhase } from '#contract/api/live-calls.ts'
import { stopLiveCall } from '#contract/api/live-calls.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { DASH, formatDuration, fullNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ObjectLink } from '#web/ui/object-link.tsx'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { Status } from '#web/ui/status.tsx'
import type { TagColour } from '#web/ui/tag-colour.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import type { ListedCall } from './live-query.ts'
import type { LiveSearch } from './live-search.ts'

const COLOURS: Record<CallPhase, TagColour> = {
  lease: 'amber',
  sending: 'blue',
  first_byte: 'blue',
  answering: 'green',
}

interface CellProps {
  call: ListedCall
}

/** Shows the calls of one user or token only. */
export type Follow = (patch: LiveSearch) => void

export function CallerCell({ call: each, onFollow }: CellProps & { onFollow: Follow }) {
  const { t } = useTranslation('operations')
  return (
    <>
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
    </>
  )
}

export function ModelCell({ call: each }: CellProps) {
  const { t } = useTranslation('operations')
  return (
    <>
      <ObjectLink kind="model" id={each.model}>
        <span {...tip(t('live.request', { id: each.id }))}>{each.model}</span>
      </ObjectLink>
      <Second>
        {each.channel_id > 0 ? (
          <ObjectLink kind="channel" id={each.channel_id}>
            {`${each.channel_name || DASH} #${each.channel_id}`}
          </ObjectLink>
        ) : (
          t('live.noChannel')
        )}
        {each.attempts > 1 && ` · ${t('live.attempt', { number: each.attempts })}`}
      </Second>
    </>
  )
}

export function PhaseCell({ call: each, severalNodes }: CellProps & { severalNodes: boolean }) {
  const { t } = useTranslation('operations')
  return (
    <>
      <Status colour={COLOURS[each.phase]}>
        {t(each.phase === 'answering' && each.stream ? 'live.phases.streaming' : `live.phases.${each.phase}`)}
      </Status>
      <Second>
        {formatDuration(each.age_ms)}
        {severalNodes && ` · ${each.node}`}
      </Second>
    </>
  )
}

export function TokensCell({ call: { tokens, tokens_per_second } }: CellProps) {
  const { t } = useTranslation('operations')
  if (tokens === 0) return DASH
  return (
    <>
      {fullNumber(tokens)}
      <Second>{t('live.speed', { speed: tokens_per_second })}</Second>
    </>
  )
}

const Second = ({ children }: { children: React.ReactNode }) => (
  <div className="min-h-5 font-normal text-muted text-small">{children}</div>
)

function FollowButton({ label, onClick, children }: { label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <button type="button" className="max-w-48 truncate text-left hover:underline" {...tip(label)} onClick={onClick}>
      {children}
    </button>
  )
}

/** Stops a call after a question. */
export function StopButton({ call: { id, username, model } }: CellProps) {
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
