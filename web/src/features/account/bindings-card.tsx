import { useMutation, useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleMinus from 'lucide-react/icons/circle-minus'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { listIdentities, oauthAuthorize } from '#contract/api/identity.ts'
import type { User } from '#contract/api/users.ts'
import { type CodeProviderId, isCodeProvider, providerSpec } from '#contract/login/login-providers.ts'
import { isOidcProviderName } from '#contract/login/oidc-providers.ts'
import { useMethodName } from '#web/features/entry/method-name.ts'
import { call } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { allows, useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { OpenSetting } from '#web/ui/open-setting.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { type Binding, bindingsOf } from './bindings.ts'

const DIALOGS = {
  email: lazy(() => import('./email-dialog.tsx')),
  wechat: lazy(() => import('./wechat-dialog.tsx')),
  telegram: lazy(() => import('./telegram-dialog.tsx')),
}

const identitiesQuery = endpointQuery(['session', 'identities'], listIdentities, { query: {} })

/** Lists the external accounts bound to the user and offers to bind more. */
export function BindingsCard({ user }: { user: User }) {
  const { t } = useTranslation('personal')
  const status = useStatus()
  const { data: identities } = useQuery(identitiesQuery)
  return (
    <Card title={t('bindings.title')}>
      <ul className="-my-1.5 divide-y divide-line">
        {bindingsOf(user, status, identities).map((binding) => (
          <li key={binding.name} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <BindingLine binding={binding} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function BindingLine({ binding }: { binding: Binding }) {
  const { t, i18n } = useTranslation('personal')
  const nameOf = useMethodName()
  const { name, account, enabled } = binding
  const language = i18n.language === 'zh' ? 'zh' : 'en'
  const own = name === 'email' || isOidcProviderName(name) ? undefined : providerSpec(name).texts?.binding?.[language]
  const label = name === 'email' ? t('bindings.email') : (own ?? nameOf(name))
  const Icon = account ? CircleCheck : CircleMinus
  // Only e-mail and GitHub identifiers are readable; the others are opaque ids.
  const shown = name === 'email' || name === 'github' ? account : ''
  return (
    <>
      <span className="w-20 shrink-0">{label}</span>
      <span className="flex min-w-0 flex-1 items-center gap-1.5">
        <Icon size={14} aria-hidden className={account ? 'shrink-0 text-success' : 'shrink-0 text-muted'} />
        <span className={account ? 'min-w-0 break-all' : 'text-muted'}>
          {account ? shown || t('bindings.bound') : t('bindings.unbound')}
        </span>
      </span>
      {(name === 'email' || !account) && <BindButton name={name} label={label} bound={account !== ''} on={enabled} />}
    </>
  )
}

interface BindButtonProps {
  name: Binding['name']
  label: string
  bound: boolean
  on: boolean
}

function BindButton({ name, label, bound, on }: BindButtonProps) {
  const { t } = useTranslation('personal')
  const isRoot = allows('root', useUser())
  const leave = useMutation({
    mutationFn: (provider: CodeProviderId) => call(oauthAuthorize, { query: { provider } }),
    onSuccess: ({ url }) => location.assign(url),
  })
  const bind = () => {
    if (isCodeProvider(name)) return leave.mutate(name)
    const Dialog = DIALOGS[name]
    void openOverlay<void>((close) => <Dialog onClose={close} />)
  }
  if (!on && isRoot && name !== 'email' && !isOidcProviderName(name)) {
    return <OpenSetting option={providerSpec(name).switch} />
  }
  const text = !on
    ? t('bindings.off')
    : name !== 'email'
      ? t('bindings.bind')
      : t(bound ? 'email.change' : 'email.bind')
  return (
    <Button
      size="small"
      aria-label={name === 'email' || !on ? undefined : t('bindings.bindNamed', { name: label })}
      disabledReason={!on && t('bindings.offHint', { name: label })}
      loading={leave.isPending || leave.isSuccess}
      onClick={bind}
    >
      {text}
    </Button>
  )
}
