import { Link, useLocation } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { namedChats } from '#web/features/tokens/chat-links.ts'
import { cx } from '#web/lib/cx.ts'
import { useStatus } from '#web/lib/status.ts'
import { tipIfCut } from '#web/ui/tooltip.tsx'
import { ENTRY, EntryContent, NavLink } from './nav-link.tsx'

/**
 * The chat clients in the wide sidebar: a group when there are several, else one entry. The narrow sidebar
 * only has the entry, which opens a selection page.
 */
export function ChatEntry({ open }: { open: boolean }) {
  const chats = namedChats(useStatus())
  if (open && chats.length > 1) return <ChatGroup names={chats.map(({ name }) => name)} />
  return chats.length === 1 ? (
    <NavLink name="chat" to="/chat/$id" params={{ id: '0' }} open={open} />
  ) : (
    <NavLink name="chat" to="/chat" open={open} />
  )
}

function ChatGroup({ names }: { names: string[] }) {
  const { t } = useTranslation('shell')
  const here = useLocation({ select: ({ pathname }) => pathname === '/chat' || pathname.startsWith('/chat/') })
  const [unfolded, setUnfolded] = useState(here)
  return (
    <>
      <button
        type="button"
        aria-expanded={unfolded}
        className={cx(ENTRY, 'w-full')}
        onClick={() => setUnfolded(!unfolded)}
      >
        <EntryContent name="chat" open />
        <ChevronDown size={16} aria-hidden className={cx('ms-auto shrink-0 text-muted', unfolded && 'rotate-180')} />
      </button>
      {unfolded && (
        <ul aria-label={t('nav.chats')} className="mt-0.5 flex flex-col gap-0.5">
          {names.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is the client's address
            <li key={index}>
              <Link to="/chat/$id" params={{ id: String(index) }} className={cx(ENTRY, 'ps-9.5!')}>
                <span className="truncate" {...tipIfCut(name)}>
                  {name}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
