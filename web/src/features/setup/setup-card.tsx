import { useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SETUP_STEPS, type SetupFacts, type SetupStep } from '#contract/api/setup.ts'
import { FirstRequest } from '#web/features/snippets/first-request.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { ChecklistCard } from './checklist-card.tsx'
import { ChecklistRoom, NoChecklist, type OnKnown, useKnown } from './checklist-room.tsx'
import { isHidden, openSteps, stillHidden } from './open-steps.ts'
import { setupQuery } from './setup-query.ts'
import { StepLine } from './step-line.tsx'
import { useRecord, useSteps } from './use-steps.ts'

const WATCH_MS = 3000

/** Root's open setup steps of the server; renders nothing when all are done or hidden. */
export default function SetupCard({ onKnown }: { onKnown: OnKnown }) {
  const { data: facts, isPending } = useQuery({
    ...setupQuery,
    // Steps completed elsewhere in the console show on return.
    staleTime: 0,
    refetchInterval: ({ state }) => (isWaiting(state.data) ? WATCH_MS : false),
  })
  useKnown(!isPending, onKnown)
  if (facts) return <Steps facts={facts} />
  return isPending ? <ChecklistRoom /> : <NoChecklist />
}

/** Returns whether the first call may arrive at any moment. */
const isWaiting = (facts: SetupFacts | undefined) =>
  facts !== undefined && !facts.called && facts.channels !== 'none' && !isHidden(openOf(facts), facts.hidden)

const openOf = (facts: SetupFacts) => openSteps(facts, location.origin)

function Steps({ facts }: { facts: SetupFacts }) {
  const { t } = useTranslation('setup')
  const { mutate: record } = useRecord()
  const stepOf = useSteps(facts)
  const open = openOf(facts)
  // A step that was open keeps its place when it is done, until the page is left: no other comes under the pointer.
  const [seen, setSeen] = useState<readonly SetupStep[]>(open)
  if (open.some((step) => !seen.includes(step))) setSeen([...seen, ...open])

  const still = stillHidden(open, facts.hidden)
  const isOutdated = still.length !== facts.hidden.length
  const wanted = still.join(',')
  useEffect(() => {
    if (isOutdated) record({ hidden: SETUP_STEPS.filter((step) => wanted.split(',').includes(step)) })
  }, [isOutdated, wanted, record])

  if (isHidden(open, facts.hidden) || (open.length === 0 && seen.length === 0)) return <NoChecklist />
  const shown = SETUP_STEPS.filter((step) => seen.includes(step))
  const hide = () => record({ hidden: open }, { onSuccess: () => toast.info(t('hidden')) })
  return (
    <ChecklistCard
      title={t('title')}
      done={SETUP_STEPS.length - open.length}
      total={SETUP_STEPS.length}
      action={
        open.length > 0 && (
          <Button variant="ghost" size="small" icon={<X size={14} aria-hidden />} onClick={hide}>
            {t('hide')}
          </Button>
        )
      }
    >
      {shown.map((id) => {
        const step = stepOf(id)
        const isCall = id === 'call'
        const watch = isCall && facts.channels !== 'none' && <FirstRequest scope="all" served={facts.called} />
        return <StepLine key={id} {...step} hint={watch || step.hint} done={!open.includes(id)} next={id === open[0]} />
      })}
    </ChecklistCard>
  )
}
