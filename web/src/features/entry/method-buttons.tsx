import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type CodeProviderId, isCodeProvider, providerSpec } from '#contract/login/login-providers.ts'
import { isOidcProviderName } from '#contract/login/oidc-providers.ts'
import { Button } from '#web/ui/button.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import type { LoginMethod } from './login-methods.ts'
import { useMethodName } from './method-name.ts'
import { ProviderMark } from './provider-mark.tsx'
import { startLogin } from './start-login.ts'

const TelegramWidget = lazy(() => import('./telegram-widget.tsx'))
const WechatDialog = lazy(() => import('./wechat-dialog.tsx'))

interface Props {
  methods: readonly LoginMethod[]
  returnTo: string | undefined
}

/** A button for each login method. */
export default function MethodButtons({ methods, returnTo }: Props) {
  const { t } = useTranslation('login')
  const nameOf = useMethodName()
  const leave = useMutation({
    mutationFn: async (provider: CodeProviderId) => {
      await startLogin(provider, returnTo)
      // The browser is leaving the page: the button stays busy until then.
      await new Promise(() => {})
    },
    meta: { inline: true },
  })
  const press = (method: LoginMethod) => {
    if (isCodeProvider(method)) return leave.mutate(method)
    void openOverlay<void>((close) => <WechatDialog returnTo={returnTo} onClose={close} />)
  }
  return (
    <section aria-label={t('way.title')} className="flex flex-col gap-2">
      <p className="mb-2 flex items-center gap-3 text-small text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('way.title')}
      </p>
      <div className="grid grid-cols-2 gap-2 empty:hidden">
        {methods.map((method) => {
          if (method === 'telegram') return null
          return (
            <Button
              key={method}
              className="min-h-10! min-w-0 last:odd:col-span-2"
              icon={
                <ProviderMark
                  name={nameOf(method)}
                  colour={providerSpec(isOidcProviderName(method) ? 'oidc' : method).colour}
                />
              }
              aria-label={t('way.use', { name: nameOf(method) })}
              loading={leave.isPending && leave.variables === method}
              onClick={() => press(method)}
            >
              <span className="truncate">{nameOf(method)}</span>
            </Button>
          )
        })}
      </div>
      {methods.includes('telegram') && (
        <Suspense>
          <TelegramWidget returnTo={returnTo} />
        </Suspense>
      )}
      <p role="alert" className="text-danger empty:hidden">
        {leave.error?.message}
      </p>
    </section>
  )
}
