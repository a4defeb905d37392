import CircleCheck from 'lucide-react/icons/circle-check'
import CircleMinus from 'lucide-react/icons/circle-minus'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LOGIN_PROVIDERS, providerSpec } from '#contract/login-providers.ts'
import { useStatus } from '#web/lib/status.ts'
import { Time } from '#web/ui/time.tsx'

/** Shows the server's status. */
export function StatusCards() {
  const { t } = useTranslation('home')
  const { t: common, i18n } = useTranslation()
  const language = i18n.language === 'zh' ? 'zh' : 'en'
  const status = useStatus()
  return (
    <section aria-labelledby="system-status">
      <h1 id="system-status" className="mb-2 text-title">
        {t('status')}
      </h1>
      <div className="grid gap-4 sm:grid-cols-2">
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
          <Flag name={t('turnstile')} on={status.turnstile_check} />
          {LOGIN_PROVIDERS.map(providerSpec).map(({ label, texts, flag, optional }) =>
            optional && !status[flag] ? null : (
              <Flag
                key={flag}
                name={texts?.status?.[language] ?? t('login', { name: label[language] })}
                on={status[flag]}
              />
            ),
          )}
        </Card>
      </div>
    </section>
  )
}

function Card({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <div className="surface">
      <div className="flex flex-wrap items-baseline gap-x-2 border-b border-line px-4 py-2.5">
        <h2>{title}</h2>
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
