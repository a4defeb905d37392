import { Link, useNavigate } from '@tanstack/react-router'
import KeyRound from 'lucide-react/icons/key-round'
import Link2Off from 'lucide-react/icons/link-2-off'
import LogIn from 'lucide-react/icons/log-in'
import MessageCircle from 'lucide-react/icons/message-circle'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { allows, loginSearch, useUser } from '#web/lib/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import type { ChatLink } from '../tokens/chat-links.ts'

const ICON = { size: 32, 'aria-hidden': true } as const
const LEAVE_MS = 1500

/** Asks visitors to log in, since a chat needs a user's token. */
export function ChatLogin() {
  const { t } = useTranslation('chat')
  return (
    <EmptyState
      page
      icon={<LogIn {...ICON} />}
      title={t('login.title')}
      hint={t('login.hint')}
      action={
        <Link to="/login" search={loginSearch(location.pathname)} className={buttonClass('primary')}>
          {t('login.action')}
        </Link>
      }
    />
  )
}

/** Shown when no token is usable: offers to create one, and redirects to the token list after a moment. */
export function NoToken() {
  const { t } = useTranslation('chat')
  const navigate = useNavigate()
  const leave = useEffectEvent(() => {
    toast.error(t('noToken.title'))
    void navigate({ to: '/token', replace: true })
  })
  useEffect(() => {
    const timer = setTimeout(() => leave(), LEAVE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <EmptyState
      page
      icon={<KeyRound {...ICON} />}
      title={t('noToken.title')}
      hint={t('noToken.hint')}
      action={
        <>
          <Link to="/token" className={buttonClass()}>
            {t('noToken.list')}
          </Link>
          <Link to="/token/add" className={buttonClass('primary')}>
            {t('noToken.create')}
          </Link>
        </>
      }
    />
  )
}

/** Shown when no client is configured, or none that can be opened. */
export function BadLinks({ title, hint, links }: { title: string; hint?: string; links?: readonly ChatLink[] }) {
  const { t } = useTranslation('chat')
  const isRoot = allows('root', useUser())
  return (
    <EmptyState
      page
      icon={<Link2Off {...ICON} />}
      title={title}
      hint={hint}
      action={
        <>
          {links && links.length > 1 && (
            <Link to="/chat" className={buttonClass()}>
              {t('others')}
            </Link>
          )}
          <Link to="/playground" className={buttonClass()}>
            {t('playground')}
          </Link>
          {isRoot && (
            <Link to="/setting" search={{ tab: 'operation', q: 'Chats' }} className={buttonClass('primary')}>
              {t('configure')}
            </Link>
          )}
        </>
      }
    />
  )
}

/** Lists the clients to choose from. */
export function ClientChoice({ links, notice }: { links: readonly ChatLink[]; notice?: ReactNode }) {
  const { t } = useTranslation('chat')
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-3 px-4 pt-3 max-sm:px-3">
      <h1 className="text-title">{t('choice.title')}</h1>
      {notice}
      <p className="text-muted">{t('choice.hint')}</p>
      <ul className="flex flex-col gap-2">
        {links.map(({ name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is the client's address
          <li key={index}>
            <Link
              to="/chat/$id"
              params={{ id: String(index) }}
              className="flex min-h-11 items-center gap-2.5 surface px-3 hover:bg-hover"
            >
              <MessageCircle size={16} aria-hidden className="shrink-0 text-muted" />
              <span className="min-w-0 break-words">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
