import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import ArrowDown from 'lucide-react/icons/arrow-down'
import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pricingQuery } from '#web/features/pricing/pricing-query.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { useUser } from '#web/lib/session.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { dropDraft, loadDraft, saveDraft } from '#web/ui/form/draft.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Composer } from './composer.tsx'
import { ConversationList } from './conversation-list.tsx'
import { firstModel, modelOptions } from './model-options.ts'
import { PlaygroundHeader } from './playground-header.tsx'
import { useChat } from './use-chat.ts'
import { useStick } from './use-stick.ts'

const InspectDialog = lazy(() => import('./inspect-dialog.tsx'))
const SettingsDialog = lazy(() => import('./settings-dialog.tsx'))
const SettingsPanel = lazyPart(() => import('./settings-panel.tsx'))

/** Chat with a model, paid from the account's balance, with a view of the API call. */
export function PlaygroundPage() {
  const { t } = useTranslation('playground')
  const user = useUser()
  const chat = useChat(user?.id ?? 0)
  const { settings, line, isWriting } = chat
  const ownGroup = user?.group ?? 'default'
  const phone = useMedia(MEDIA.phone)
  const [text, setText] = useDraft(user?.id ?? 0)
  const [isSetting, setSetting] = useState(false)
  const [inspected, setInspected] = useState<string>()
  const [edited, setEdited] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const { away, toEnd, follow } = useStick(line)
  useLinkedModel(chat)
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
  return (
    <div className="flex min-w-0 flex-1 gap-6 px-4 pt-3 max-sm:px-3">
      {!phone && <SettingsAside {...panel} />}
      <div className="flex min-w-0 flex-1 flex-col">
        <PlaygroundHeader
          chat={chat}
          busy={busy}
          onRemoved={() => field.current?.focus()}
          onOpenSettings={phone ? () => setSetting(true) : undefined}
        />
        <ExpiredNote />
        {chat.full && (
          <Banner tone="warning" role="alert" className="mt-2">
            {t('full')}
          </Banner>
        )}
        <ConversationList
          {...{ chat, blocked, busy, edited }}
          onEdit={setEdited}
          onInspect={setInspected}
          onExample={setText}
          focusComposer={() => field.current?.focus()}
        />
        <p role="status" className="sr-only">
          {isAnswered ? t('done') : ''}
        </p>
        <div className="sticky bottom-0 mx-auto w-full max-w-3xl bg-page pt-2 pb-3 max-sm:bottom-14">
          {away && line.length > 0 && <LatestButton onClick={toEnd} />}
          <Composer
            {...{ field, text, isWriting, blocked }}
            onType={setText}
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

function SettingsAside(props: ComponentProps<typeof SettingsPanel>) {
  const { t } = useTranslation('playground')
  return (
    <aside aria-label={t('settings.title')} className="w-64 shrink-0">
      <div className="sticky top-15">
        <Suspense fallback={<Skeleton className="h-100" />}>
          <SettingsPanel {...props} />
        </Suspense>
      </div>
    </aside>
  )
}

/** Scrolls to the end of the conversation. */
function LatestButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('playground')
  return (
    <Button
      size="small"
      icon={<ArrowDown size={14} aria-hidden />}
      className="absolute -top-8 left-1/2 -translate-x-1/2 rounded-full! bg-overlay! shadow-float"
      onClick={onClick}
    >
      {t('latest')}
    </Button>
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
  const { model: linked } = useSearch({ from: '/_console/playground' })
  const model = linked ?? chat.settings.model
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

/** Selects the model that the page's address names, once. */
function useLinkedModel({ change }: ReturnType<typeof useChat>) {
  const { model } = useSearch({ from: '/_console/playground' })
  const navigate = useNavigate({ from: '/playground' })
  useEffect(() => {
    if (model === undefined) return
    change({ model })
    void navigate({ search: ({ expired }) => ({ expired }), replace: true })
  }, [model, change, navigate])
}

const EMPTY = { text: '' }

/** The unsent text, stored until the tab closes. */
function useDraft(userId: number) {
  const place = { key: `playground:${userId}` }
  const [text, setText] = useState(() => loadDraft(place, EMPTY)?.values.text ?? '')
  const change = (next: string) => {
    setText(next)
    if (next === '') dropDraft(place)
    else saveDraft(place, EMPTY, { text: next })
  }
  return [text, change] as const
}
