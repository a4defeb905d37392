import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SETUP_STEPS } from '#contract/api/setup.ts'
import { isHidden, openSteps } from './open-steps.ts'
import { setupQuery } from './setup-query.ts'

/** The progress of the set-up and its next step, as a link to the checklist. */
export default function SetupProgress() {
  const { t } = useTranslation('setup')
  const { data: facts } = useQuery(setupQuery)
  if (!facts) return null
  const open = openSteps(facts, location.origin)
  const [next] = open
  if (!next || isHidden(open, facts.hidden)) return null
  const total = SETUP_STEPS.length
  const done = total - open.length
  return (
    <Link
      to="/detail"
      aria-label={t('bar.label', { done, total, next: t(`step.${next}.title`) })}
      className="flex min-h-control min-w-0 items-center gap-2 rounded-control bg-primary-soft px-2.5 text-small hover:underline"
    >
      <span aria-hidden className="h-1 w-10 shrink-0 overflow-hidden rounded-full bg-line max-sm:hidden">
        <span className="block h-full bg-primary" style={{ width: `${(done / total) * 100}%` }} />
      </span>
      <span className="shrink-0 tabular-nums">{t('bar.progress', { done, total })}</span>
      <span className="min-w-0 truncate max-lg:hidden">{t('bar.next', { next: t(`step.${next}.title`) })}</span>
    </Link>
  )
}
