import { useMutation } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import GitFork from 'lucide-react/icons/git-fork'
import KeyRound from 'lucide-react/icons/key-round'
import MessageCircle from 'lucide-react/icons/message-circle'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type CodeProviderName, isCodeProvider } from '#contract/login-providers.ts'
import { Button } from '#web/ui/button.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import type { LoginMethod } from './login-methods.ts'
import { useMethodName } from './method-name.ts'
import { startLogin } from './start-login.ts'

const TelegramWidget = lazy(() => import('./telegram-widget.tsx'))
const WechatDialog = lazy(() => import('./wechat-dialog.tsx'))

/** Icons by login method; methods without an entry get a key icon. */
const ICONS: Partial<Record<LoginMethod, LucideIcon>> = {
  github: GitFork,
  linuxdo: MessagesSquare,
  wechat: MessageCircle,
}

interface Props {
  methods: readonly LoginMethod[]
  returnTo: string | undefined
}

/** A button for each login method. */
export default function MethodButtons({ methods, returnTo }: Props) {
  const { t } = useTranslation('entry')
  const nameOf = useMethodName()
  const leave = useMutation({
    mutationFn: async (provider: CodeProviderName) => {
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
          const Icon = ICONS[method] ?? KeyRound
          return (
            <Button
              key={method}
              className="min-h-10! min-w-0 last:odd:col-span-2"
              icon={<Icon size={16} aria-hidden className={method === 'wechat' ? 'text-success' : undefined} />}
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
