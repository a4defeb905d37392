import { useTranslation } from 'react-i18next'
import type { ConfigurationChange, ConfigurationPlan } from '#contract/api/configuration.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Status } from '#web/ui/status.tsx'

const COLOURS = { add: 'green', change: 'blue', remove: 'red' } as const

/** What a file would change, or what is wrong with it. */
export function PlanView({ plan: { changes, problems } }: { plan: ConfigurationPlan }) {
  const { t } = useTranslation('configuration')
  if (problems.length > 0) {
    return (
      <Banner tone="danger" role="alert">
        <p>{t('plan.problems')}</p>
        <ul className="mt-1 flex flex-col gap-0.5">
          {problems.map(({ path, message }) => (
            <li key={`${path.join('\n')} ${message}`} className="break-words">
              <code>{path.join('.')}</code> {message}
            </li>
          ))}
        </ul>
      </Banner>
    )
  }
  if (changes.length === 0) return <Banner tone="success">{t('plan.none')}</Banner>
  return (
    <section aria-label={t('plan.title')} className="min-w-0">
      <h3 className="pb-1 text-small">{t('plan.count', { count: changes.length })}</h3>
      <ul className="flex flex-col divide-y divide-line">
        {changes.map((change) => (
          <li key={change.path.join('\n')} className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1 py-1.5">
            <Status colour={COLOURS[change.kind]}>{t(`plan.kind.${change.kind}`)}</Status>
            <code className="min-w-0 break-all text-small">{change.path.join('.')}</code>
            <Values change={change} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Values({ change: { kind, before, after, secret } }: { change: ConfigurationChange }) {
  const { t } = useTranslation('configuration')
  if (secret) return <span className="text-muted text-small">{t('plan.secret')}</span>
  return (
    <span className="min-w-0 basis-full break-all text-muted text-small">
      {kind === 'change' ? `${shown(before)} → ${shown(after)}` : shown(kind === 'add' ? after : before)}
    </span>
  )
}

const MAX_VALUE = 500

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text
}
