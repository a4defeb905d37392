import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import ArrowDown from 'lucide-react/icons/arrow-down'
import Download from 'lucide-react/icons/download'
import Eraser from 'lucide-react/icons/eraser'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Trash2 from 'lucide-react/icons/trash'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pricingQuery } from '#web/features/pricing/pricing-query.ts'
import { downloadText } from '#web/lib/download.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { useUser } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LazyMenu } from '#web/ui/overlay/lazy-menu.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast/toast.tsx'
import { Composer } from './composer.tsx'
import { toJson, toMarkdown } from './export.ts'
import { versionsOf } from './line.ts'
import { MessageView } from './message-view.tsx'
import { firstModel, modelOptions } from './model-options.ts'
import { useChat } from './use-chat.ts'
import { useDraft } from './use-draft.ts'
import { useStick } from './use-stick.ts'

const InspectDialog = lazy(() => import('./inspect-dialog.tsx'))
const SettingsDialog = lazy(() => import('./settings-dialog.tsx'))
const SettingsPanel = lazyPart(() => import('./settings-panel.tsx'))
const ICON = { size: 16, 'aria-hidden': true } as const

/** Chat with a model, paid from the account's balance, with a view of the API call. */
export function PlaygroundPage() {
  const { t } = useTranslation('playground')
  const { t: common } = useTranslation()
  const user = useUser()
  const chat = useChat(user?.id ?? 0)
  const { settings, messages, line, isWriting } = chat
  const ownGroup = user?.group ?? 'default'
  const phone = useMedia(MEDIA.phone)
  const [text, setText] = useDraft(user?.id ?? 0)
  const [isSetting, setSetting] = useState(false)
  const [inspected, setInspected] = useState<string>()
  const [edited, setEdited] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const { away, toEnd, follow } = useStick(line)
  const notReady = useFirstModel(chat, settings.group || ownGroup)
  const end = line.at(-1)
  const isAnswered = !isWriting && end?.role === 'assistant' && end.state === 'complete'
  const busy = (isWriting || chat.isBusyElsewhere) && t('busy')
  const blocked = notReady ?? (busy || undefined)

  const send = () => {
    follow()
    chat.send(text)
    setText('')
  }
  const last = line.findLast(({ role }) => role === 'user')
  const panel = { settings, ownGroup, onChange: chat.change }
  const remove = () => {
    const undo = chat.removeAll()
    field.current?.focus()
    toast.success(t('removed'), { action: { label: common('action.undo'), run: undo } })
  }
  return (
    <div className="flex min-w-0 flex-1 gap-6 px-4 pt-3 max-sm:px-3">
      {!phone && (
        <aside aria-label={t('settings.title')} className="w-64 shrink-0">
          <div className="sticky top-15">
            <Suspense fallback={<Skeleton className="h-100" />}>
              <SettingsPanel {...panel} />
            </Suspense>
          </div>
        </aside>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex items-center gap-1">
          <h1 className="min-w-0 flex-1 truncate text-title">{t('title')}</h1>
          {phone && (
            <IconButton
              label={t('settings.title')}
              icon={<SlidersHorizontal {...ICON} />}
              onClick={() => setSetting(true)}
            />
          )}
          {line.length > 0 && (
            <>
              <IconButton
                label={t(line.at(-1)?.cleared ? 'context.restore' : 'context.clear')}
                icon={<Eraser {...ICON} />}
                disabledReason={busy}
                onClick={chat.clearContext}
              />
              <LazyMenu
                trigger={<IconButton label={t('act.export')} icon={<Download {...ICON} />} />}
                entries={() => [
                  {
                    label: 'Markdown',
                    run: () => {
                      const names = { user: t('role.user'), assistant: t('role.assistant') }
                      downloadText('conversation.md', toMarkdown(line, names), 'text/markdown')
                    },
                  },
                  {
                    label: 'JSON',
                    run: () =>
                      downloadText('conversation.json', toJson(line, settings, new Date()), 'application/json'),
                  },
                ]}
              />
              <IconButton label={t('act.remove')} icon={<Trash2 {...ICON} />} onClick={remove} />
            </>
          )}
        </header>
        <ExpiredNote />
        {chat.full && (
          <Banner tone="warning" role="alert" className="mt-2">
            {t('full')}
          </Banner>
        )}
        <ol aria-label={t('conversation')} className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-4 py-4">
          {line.map((message) => (
            <MessageView
              key={message.id}
              message={message}
              versions={versionsOf(messages, message).map(({ id }) => id)}
              blocked={blocked}
              busy={busy}
              isEdited={edited === message.id}
              onEdit={(on) => {
                setEdited(on ? message.id : undefined)
                if (!on) field.current?.focus()
              }}
              onAskInstead={(content) => {
                setEdited(undefined)
                chat.askInstead(message.id, content)
                field.current?.focus()
              }}
              onRetry={() => chat.answerAgain(message.id)}
              onShowVersion={chat.showVersion}
              onInspect={() => setInspected(message.id)}
            />
          ))}
          {line.length === 0 && (
            <li>
              <EmptyState
                title={t('empty.title')}
                hint={t('empty.hint')}
                action={['first', 'second'].map((name) => {
                  const example = t(`empty.${name as 'first'}`)
                  return (
                    <Button
                      key={name}
                      onClick={() => {
                        setText(example)
                        field.current?.focus()
                      }}
                    >
                      {example}
                    </Button>
                  )
                })}
              />
            </li>
          )}
        </ol>
        <p role="status" className="sr-only">
          {isAnswered ? t('done') : ''}
        </p>
        <div className="sticky bottom-0 mx-auto w-full max-w-3xl bg-page pt-2 pb-3 max-sm:bottom-14">
          {away && line.length > 0 && (
            <Button
              size="small"
              icon={<ArrowDown size={14} aria-hidden />}
              className="absolute -top-8 left-1/2 -translate-x-1/2 rounded-full! bg-overlay! shadow-float"
              onClick={toEnd}
            >
              {t('latest')}
            </Button>
          )}
          <Composer
            field={field}
            text={text}
            onType={setText}
            isWriting={isWriting}
            blocked={blocked}
            onSend={send}
            onStop={chat.stop}
            onEditLast={() => last && setEdited(last.id)}
          />
        </div>
      </div>
      {isSetting && phone && (
        <Suspense>
          <SettingsDialog {...panel} onClose={() => setSetting(false)} />
        </Suspense>
      )}
      {inspected && (
        <Suspense>
          <InspectDialog {...chat.exchangeOf(inspected)} onClose={() => setInspected(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

/** Shown to users who were redirected here after their session expired. */
function ExpiredNote() {
  const { t } = useTranslation()
  const { t: shell } = useTranslation('shell')
  const { expired } = useSearch({ from: '/_console/playground' })
  const navigate = useNavigate({ from: '/playground' })
  if (!expired) return null
  return (
    <Banner
      tone="warning"
      role="alert"
      className="mt-2"
      action={
        <Link to="/login" search={{ return: '/playground' }} className={buttonClass('default', 'small')}>
          {shell('user.login')}
        </Link>
      }
      onDismiss={() => void navigate({ search: {}, replace: true })}
    >
      {t('error.unauthorized')}
    </Banner>
  )
}

/**
 * Selects a model once the list is loaded, unless one is selected. Returns the reason why no question can be
 * sent.
 */
function useFirstModel(chat: ReturnType<typeof useChat>, group: string): string | undefined {
  const { t } = useTranslation('playground')
  const { data: prices } = useQuery(pricingQuery)
  const { model } = chat.settings
  const first = prices && firstModel(prices.rows, group)
  const isKnown = prices && modelOptions(prices.rows, group).some(({ value }) => value === model)
  const { change } = chat
  useEffect(() => {
    if (first && model === '') change({ model: first })
  }, [first, model, change])
  if (!prices) return t('composer.loading')
  if (first === '') return t('composer.noModels')
  return isKnown ? undefined : t('composer.noModel')
}
