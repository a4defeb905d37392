import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
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
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
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
  const bindings = bindingsOf(user, status, identities)
  const isOffered = ({ enabled, account }: Binding) => enabled || account !== ''
  const off = bindings.filter((binding) => !isOffered(binding))
  return (
    <Card title={t('bindings.title')}>
      <ul className="-my-1.5 divide-y divide-line">
        {bindings.filter(isOffered).map((binding) => (
          <li key={binding.name} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <BindingLine binding={binding} />
          </li>
        ))}
      </ul>
      {off.length > 0 && <Unavailable bindings={off} />}
    </Card>
  )
}

/** Names the accounts that cannot be linked, and leads root to where they are turned on. */
function Unavailable({ bindings }: { bindings: readonly Binding[] }) {
  const { t } = useTranslation('personal')
  const labelOf = useLabel()
  const isRoot = allows('root', useUser())
  return (
    <div className="mt-1 flex items-center gap-3 border-line border-t pt-2.5">
      <p className="min-w-0 flex-1 text-muted text-small">
        {t('bindings.off', { names: bindings.map(({ name }) => labelOf(name)).join(', ') })}
      </p>
      {isRoot && (
        <Link
          to="/setting"
          search={{ tab: 'system', section: 'login' }}
          className={buttonClass('default', 'small', 'shrink-0')}
        >
          {t('bindings.configure')}
        </Link>
      )}
    </div>
  )
}

/** Returns the name of an account that can be linked, in the reader's language. */
function useLabel() {
  const { t, i18n } = useTranslation('personal')
  const nameOf = useMethodName()
  const language = i18n.language === 'zh' ? 'zh' : 'en'
  return (name: Binding['name']) => {
    if (name === 'email') return t('bindings.email')
    return (isOidcProviderName(name) ? undefined : providerSpec(name).texts?.binding?.[language]) ?? nameOf(name)
  }
}

function BindingLine({ binding }: { binding: Binding }) {
  const { t } = useTranslation('personal')
  const { name, account } = binding
  const label = useLabel()(name)
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
      {(name === 'email' || !account) && <BindButton name={name} label={label} bound={account !== ''} />}
    </>
  )
}

interface BindButtonProps {
  name: Binding['name']
  label: string
  bound: boolean
}

function BindButton({ name, label, bound }: BindButtonProps) {
  const { t } = useTranslation('personal')
  const leave = useMutation({
    mutationFn: (provider: CodeProviderId) => call(oauthAuthorize, { query: { provider } }),
    onSuccess: ({ url }) => location.assign(url),
  })
  const bind = () => {
    if (isCodeProvider(name)) return leave.mutate(name)
    const Dialog = DIALOGS[name]
    void openOverlay<void>((close) => <Dialog onClose={close} />)
  }
  return (
    <Button
      size="small"
      aria-label={name === 'email' ? undefined : t('bindings.bindNamed', { name: label })}
      loading={leave.isPending || leave.isSuccess}
      onClick={bind}
    >
      {name === 'email' ? t(bound ? 'email.change' : 'email.bind') : t('bindings.bind')}
    </Button>
  )
}
