import { useNavigate, useRouter } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import Code from 'lucide-react/icons/code'
import MessageCircle from 'lucide-react/icons/message-circle'
import Pencil from 'lucide-react/icons/pencil'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import ScrollText from 'lucide-react/icons/scroll-text'
import Trash2 from 'lucide-react/icons/trash'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { Token } from '#contract/api/tokens.ts'
import { chatLinks, chatUrl } from '#web/features/tokens/chat-links.ts'
import { useStatus } from '#web/lib/status.ts'
import type { MenuEntry } from '#web/ui/overlay/menu.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { RowButtons, RowMenu, switchIcon } from '#web/ui/table/row-buttons.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import type { useTokenActions } from './token-actions.ts'
import { isOn, stateOfToken } from './token-status.ts'

const SnippetDialog = lazy(() => import('./snippet-dialog.tsx'))
const TryDialog = lazy(() => import('./try-dialog.tsx'))
const RotateDialog = lazy(() => import('./rotate-dialog.tsx'))

interface RowActionsProps {
  token: Token
  actions: ReturnType<typeof useTokenActions>
}

/** A token's buttons: enable or disable, edit, and a menu of further actions. */
export function TokenRowActions({ token, actions }: RowActionsProps) {
  const { t } = useTranslation('tokens')
  const { t: common } = useTranslation()
  const navigate = useNavigate()
  const on = isOn(stateOfToken(token, Date.now() / 1000))
  const { id, name } = token
  return (
    <>
      <RowButtons
        of={[
          {
            label: `${common(on ? 'action.disable' : 'action.enable')} ${name}`,
            icon: switchIcon(on),
            run: () => actions.setStatus(token, !on),
          },
          {
            label: t('row.edit', { name }),
            icon: Pencil,
            run: () => navigate({ to: '/token/edit/$id', params: { id }, search: true }),
          },
        ]}
      />
      <TokenMenu token={token} actions={actions} />
    </>
  )
}

/** Less frequent actions on a token. */
export function TokenMenu({ token, actions }: RowActionsProps) {
  const { t } = useTranslation('tokens')
  const { t: common } = useTranslation()
  const { history } = useRouter()
  const chats = useChatEntries(token)
  const { id, name } = token
  const entries = (): MenuEntry[] => [
    { heading: t('row.chat') },
    ...chats(),
    'separator',
    {
      label: t('row.snippets'),
      icon: <Code size={16} aria-hidden />,
      run: () => void openOverlay<void>((close) => <SnippetDialog token={token} onClose={close} />),
    },
    {
      label: t('row.try'),
      icon: <CircleCheck size={16} aria-hidden />,
      run: () => void openOverlay<void>((close) => <TryDialog token={token} onClose={close} />),
    },
    {
      label: t('row.logs'),
      icon: <ScrollText size={16} aria-hidden />,
      run: () => history.push(`/log?token_id=${id}&range=30d`),
    },
    {
      label: t('row.rotate'),
      icon: <RefreshCw size={16} aria-hidden />,
      run: () => void openOverlay<void>((close) => <RotateDialog token={token} onClose={close} />),
    },
    'separator',
    {
      label: common('action.delete'),
      icon: <Trash2 size={16} aria-hidden />,
      danger: true,
      run: () => void actions.remove([token]),
    },
  ]
  return <RowMenu label={t('row.more', { name })} entries={entries} />
}

/** Returns a menu entry per configured chat client; each opens in a new tab with the key. */
function useChatEntries(token: Token) {
  const { t } = useTranslation('tokens')
  const status = useStatus()
  const open = (template: string) => {
    const url = chatUrl(template, token.key, status.server_address || location.origin)
    if (url) window.open(url, '_blank', 'noopener,noreferrer')
    else toast.error(t('chat.broken'))
  }
  return (): MenuEntry[] => {
    const links = chatLinks(status)
    const icon = <MessageCircle size={16} aria-hidden />
    if (links.length === 0) return [{ label: t('row.chat'), icon, run: () => toast.error(t('chat.missing')) }]
    return links.map(({ name, template }) => ({ label: name, icon, run: () => open(template) }))
  }
}
