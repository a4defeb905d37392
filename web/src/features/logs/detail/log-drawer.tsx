import SearchX from 'lucide-react/icons/search-x'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/lib/api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { StepDrawer } from '#web/ui/table/row-drawer.tsx'
import { Time } from '#web/ui/time.tsx'
import { DurationCell, TypeTag } from '../list/cells.tsx'
import type { LogRow } from '../rows/log-list.ts'
import { tellsOfCall } from '../rows/row-kind.ts'
import LogDetail from './log-detail.tsx'
import type { Step } from './open-row.ts'
import type { OpenedLog } from './use-open-row.ts'

interface LogDrawerProps extends OpenedLog {
  admin: boolean
  onStep: (step: Step) => void
  onClose: () => void
  /** Called when the details appear; returns a function to call when they disappear. */
  onShown: () => () => void
}

/** Shows the details of one row beside the list, with buttons to its neighbours. */
export default function LogDrawer({ id, peek, error, admin, onRetry, onStep, onClose, onShown }: LogDrawerProps) {
  const { t } = useTranslation('logs')
  const { previous = null, next = null } = peek ?? {}
  const reason = (end: string) => (peek?.listed ? end : t('peek.apart'))
  return (
    <StepDrawer
      id={id}
      title={t('peek.title', { id })}
      first={!previous && reason(t('peek.first'))}
      last={!next && reason(t('peek.last'))}
      back={() => previous && onStep(previous)}
      on={() => next && onStep(next)}
      onClose={onClose}
    >
      {peek ? (
        <Details log={peek.row} admin={admin} onShown={onShown} />
      ) : error ? (
        <LogFailure id={id} error={error} onRetry={onRetry} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
    </StepDrawer>
  )
}

function Details({ log, admin, onShown }: { log: LogRow } & Pick<LogDrawerProps, 'admin' | 'onShown'>) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <TypeTag log={log} />
        <Time at={log.created_at} exact />
        {tellsOfCall(log) && <DurationCell log={log} />}
      </p>
      <LogDetail log={log} admin={admin} onShown={onShown} />
    </>
  )
}

interface LogFailureProps {
  id: number
  error: Error
  onRetry: () => void
}

/** Replaces a row that could not be loaded. A refusal means that no such row is visible to this reader. */
function LogFailure({ id, error, onRetry }: LogFailureProps) {
  const { t } = useTranslation('logs')
  const refused = error instanceof ApiError && error.status === 200
  if (!refused) return <ListFailure error={error} onRetry={onRetry} />
  return (
    <div role="alert">
      <EmptyState
        icon={<SearchX size={28} aria-hidden />}
        title={t('peek.notFound', { id })}
        hint={t('peek.notFoundHint')}
      />
    </div>
  )
}
