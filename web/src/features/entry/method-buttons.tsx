import { useMutation } from '@tanstack/react-query'
import { GitFork, KeyRound, type LucideIcon, MessageCircle, MessagesSquare } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodeProviderName } from '#contract/api/identity.ts'
import { Button } from '#web/ui/button.tsx'
import { openOverlay } from '#web/ui/overlay.tsx'
import type { LoginMethod } from './login-methods.ts'
import { useMethodName } from './method-name.ts'
import { startLogin } from './start-login.ts'

const TelegramWidget = lazy(() => import('./telegram-widget.tsx'))
const WechatDialog = lazy(() => import('./wechat-dialog.tsx'))

const ICONS: Record<Exclude<LoginMethod, 'telegram'>, LucideIcon> = {
  github: GitFork,
  linuxdo: MessagesSquare,
  wechat: MessageCircle,
  oidc: KeyRound,
}

interface Props {
  ways: readonly LoginMethod[]
  returnTo: string | undefined
}

/** A button for each way to get in without a password. */
export default function MethodButtons({ ways, returnTo }: Props) {
  const { t } = useTranslation('entry')
  const nameOf = useMethodName()
  const leave = useMutation({
    mutationFn: async (provider: CodeProviderName) => {
      await startLogin(provider, returnTo)
      // The page is on its way out: the button stays busy until it is gone.
      await new Promise(() => {})
    },
    meta: { inline: true },
  })
  const press = (way: Exclude<LoginMethod, 'telegram'>) => {
    if (way !== 'wechat') return leave.mutate(way)
    void openOverlay<void>((close) => <WechatDialog returnTo={returnTo} onClose={close} />)
  }
  return (
    <section aria-label={t('way.title')} className="flex flex-col gap-2">
      <p className="mb-2 flex items-center gap-3 text-small text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('way.title')}
      </p>
      <div className="grid grid-cols-2 gap-2 empty:hidden">
        {ways.map((way) => {
          if (way === 'telegram') return null
          const Icon = ICONS[way]
          return (
            <Button
              key={way}
              className="min-h-10! min-w-0 last:odd:col-span-2"
              icon={<Icon size={16} aria-hidden className={way === 'wechat' ? 'text-success' : undefined} />}
              aria-label={t('way.use', { name: nameOf(way) })}
              loading={leave.isPending && leave.variables === way}
              onClick={() => press(way)}
            >
              <span className="truncate">{nameOf(way)}</span>
            </Button>
          )
        })}
      </div>
      {ways.includes('telegram') && (
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
