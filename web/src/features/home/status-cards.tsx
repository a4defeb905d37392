import ChevronRight from 'lucide-react/icons/chevron-right'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleMinus from 'lucide-react/icons/circle-minus'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoginProviderId, providerSpec, providersIn } from '#contract/login/login-providers.ts'
import { useStatus } from '#web/lib/status.ts'
import { Time } from '#web/ui/time.tsx'

/** GitHub and WeChat stand before Turnstile, as in other consoles of this API family. */
const BEFORE_TURNSTILE = 2

/** The server's status, folded. */
export function StatusCards() {
  const { t } = useTranslation('home')
  const { t: common, i18n } = useTranslation()
  const language = i18n.language === 'zh' ? 'zh' : 'en'
  const status = useStatus()
  const providers = providersIn('accounts')
  const flagOf = (id: LoginProviderId) => {
    const { label, texts, flag, optional } = providerSpec(id)
    if (optional && !status[flag]) return null
    const name = texts?.status?.[language] ?? t('login', { name: label[language] })
    return <Flag key={flag} name={name} on={status[flag]} />
  }
  return (
    <details className="group/facts">
      <summary className="flex min-h-control w-fit items-center gap-1.5 rounded-control text-muted hover:text-text">
        <ChevronRight size={16} aria-hidden className="group-open/facts:rotate-90" />
        <h2 className="font-normal">{t('status')}</h2>
      </summary>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <Card title={t('info')} hint={t('infoHint')}>
          <Line name={t('name')}>{status.system_name}</Line>
          <Line name={t('version')}>{status.version || common('word.unknown')}</Line>
          <Line name={t('license')}>MIT</Line>
          <Line name={t('started')}>
            <Time at={status.start_time ?? 0} exact />
          </Line>
        </Card>
        <Card title={t('config')} hint={t('configHint')}>
          <Flag name={t('email')} on={status.email_verification} />
          {providers.slice(0, BEFORE_TURNSTILE).map(flagOf)}
          <Flag name={t('turnstile')} on={status.turnstile_check} />
          {providers.slice(BEFORE_TURNSTILE).map(flagOf)}
        </Card>
      </div>
    </details>
  )
}

function Card({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <div className="surface">
      <div className="flex flex-wrap items-baseline gap-x-2 px-4 pt-3">
        <h3>{title}</h3>
        <span className="text-small text-muted">{hint}</span>
      </div>
      <dl className="px-4 py-2">{children}</dl>
    </div>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-right break-words">{children}</dd>
    </div>
  )
}

function Flag({ name, on = false }: { name: string; on?: boolean }) {
  const { t } = useTranslation('home')
  const Icon = on ? CircleCheck : CircleMinus
  return (
    <Line name={name}>
      <span className="inline-flex items-center gap-1.5">
        <Icon size={14} aria-hidden className={on ? 'text-success' : 'text-muted'} />
        {on ? t('on') : t('off')}
      </span>
    </Line>
  )
}
