import { useQuery } from '@tanstack/react-query'
import { ArrowDown, Download, Eraser, SlidersHorizontal, Trash2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pricingQuery } from '#web/features/pricing/pricing-query.ts'
import { saveFile } from '#web/lib/download.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Composer } from './composer.tsx'
import { toMarkdown } from './conversation.ts'
import { MessageView } from './message-view.tsx'
import { firstModel, modelOptions } from './model-options.ts'
import { useChat } from './use-chat.ts'
import { useStick } from './use-stick.ts'

const InspectDialog = lazy(() => import('./inspect-dialog.tsx'))
const SettingsDialog = lazy(() => import('./settings-dialog.tsx'))
const SettingsPanel = lazyPart(() => import('./settings-panel.tsx'))
const ICON = { size: 16, 'aria-hidden': true } as const

/** Talking to a model with the account's own balance, and seeing what the API does. */
export function PlaygroundPage() {
  const { t } = useTranslation('playground')
  const user = useUser()
  const chat = useChat(user?.id ?? 0)
  const { settings, messages, isWriting } = chat
  const ownGroup = user?.group ?? 'default'
  const phone = useMedia(MEDIA.phone)
  const [text, setText] = useState('')
  const [isSetting, setSetting] = useState(false)
  const [inspected, setInspected] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const { away, toEnd } = useStick(messages)
  const blocked = useFirstModel(chat, settings.group || ownGroup)

  const send = () => {
    chat.send(text)
    setText('')
  }
  const edit = (id: string) => {
    setText(chat.takeBack(id))
    field.current?.focus()
  }
  const last = messages.findLast(({ role }) => role === 'user')
  const panel = { settings, ownGroup, onChange: chat.change }
  const exported = () => toMarkdown(messages, { user: t('role.user'), assistant: t('role.assistant') })
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
          {messages.length > 0 && (
            <>
              <IconButton
                label={t(messages.at(-1)?.cleared ? 'context.restore' : 'context.clear')}
                icon={<Eraser {...ICON} />}
                disabledReason={isWriting && t('busy')}
                onClick={chat.clearContext}
              />
              <IconButton
                label={t('act.export')}
                icon={<Download {...ICON} />}
                onClick={() => saveFile('conversation.md', new Blob([exported()], { type: 'text/markdown' }))}
              />
              <IconButton label={t('act.remove')} icon={<Trash2 {...ICON} />} onClick={chat.removeAll} />
            </>
          )}
        </header>
        <ol aria-label={t('conversation')} className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-4 py-4">
          {messages.map((message) => (
            <MessageView
              key={message.id}
              message={message}
              onEdit={() => edit(message.id)}
              onRetry={() => chat.retry(message.id)}
              onInspect={() => setInspected(message.id)}
            />
          ))}
          {messages.length === 0 && (
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
          {!isWriting && messages.at(-1)?.role === 'assistant' ? t('done') : ''}
        </p>
        <div className="sticky bottom-0 mx-auto w-full max-w-3xl bg-page pt-2 pb-3 max-sm:bottom-14">
          {away && messages.length > 0 && (
            <Button
              size="small"
              icon={<ArrowDown size={14} aria-hidden />}
              className="absolute -top-8 left-1/2 -translate-x-1/2 rounded-full! bg-raised! shadow-float"
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
            onEditLast={() => last && edit(last.id)}
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

/** Chooses a model as soon as the list is there, unless one is chosen. Says why nothing can be asked. */
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
