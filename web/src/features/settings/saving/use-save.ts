import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OptionKey } from '#contract/options.ts'
import { useUser } from '#web/lib/session.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { changedMeanwhile, obstacleOf, type Texts } from '../drafts/drafts.ts'
import { optionsQuery, refreshAfter } from '../drafts/option-queries.ts'
import { type Saved, saveOptions } from '../drafts/save-options.ts'
import { useSettings } from '../drafts/settings-context.ts'
import { rememberDrafts } from '../drafts/stored-drafts.ts'
import { isSecret } from '../options/sections.ts'
import { confirmEffects } from './confirm-effects.ts'
import { openReview } from './open-review.tsx'

/** Options whose success message names them when saved alone. */
const NAMED_RESULTS = ['Notice', 'SystemName', 'Logo', 'HomePageContent', 'About', 'Footer'] as const

interface Options {
  /** Navigates to an option that needs attention. */
  onShow: (key: OptionKey) => void
}

/**
 * Saves the drafts: validates them, asks for confirmation on concurrent changes or when users would be locked
 * out, and reports each result.
 */
export function useSave({ onShow }: Options) {
  const { t } = useTranslation('settings')
  const { store } = useSettings()
  const client = useQueryClient()
  const user = useUser()
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const [busy, setBusy] = useState(false)
  const [last, setLast] = useState<Saved | null>(null)
  const running = useRef<Promise<boolean> | null>(null)

  // A mutation, because mutations detect that the session has ended.
  const { mutateAsync } = useMutation({
    mutationFn: () =>
      saveOptions(store.all(), store, {
        progress: (done, total) => setProgress({ done, total }),
        saved(key, text) {
          if (isSecret(key)) return
          client.setQueryData(optionsQuery.queryKey, (texts) => texts && new Map(texts).set(key, text))
        },
      }),
    meta: { inline: true },
    onSuccess: ({ saved }) => refreshAfter(client, saved),
  })

  /**
   * Concurrent changes are detectable only with fresh texts; without them the save calls report the errors.
   * Fetched without retries: the user is waiting.
   */
  const freshTexts = () =>
    client
      .fetchQuery({ ...optionsQuery, staleTime: 0, retry: false })
      .catch(() => client.getQueryData(optionsQuery.queryKey) ?? (new Map() as Texts))

  async function trySaving(isReviewed: boolean): Promise<boolean> {
    if (store.all().size === 0) {
      toast.warning(t('nothingChanged'))
      return true
    }
    const texts = await freshTexts()
    const drafts = store.all()
    const wrong = [...drafts].find(([key, draft]) => obstacleOf(key, draft, texts, drafts) !== null)
    if (wrong) {
      toast.warning(t('checkInput'))
      onShow(wrong[0])
      return false
    }
    if (!isReviewed && changedMeanwhile(texts, drafts).length > 0) {
      void review()
      return false
    }
    if (!(await confirmEffects({ client, t, texts, drafts: () => store.all(), self: user?.id }))) return false
    const outcome = await mutateAsync().catch(() => null)
    setProgress(null)
    rememberDrafts(store.all())
    if (!outcome) return false
    setLast(outcome)
    showOutcome(outcome, t)
    return outcome.refused.length === 0
  }

  async function save(isReviewed = false): Promise<boolean> {
    if (running.current) return false
    running.current = trySaving(isReviewed)
    setBusy(true)
    try {
      return await running.current
    } finally {
      running.current = null
      setBusy(false)
    }
  }

  async function review() {
    const texts = await freshTexts()
    if (await openReview({ store, texts })) await save(true)
  }

  return { save: () => save(), review, saving: () => running.current, busy, progress, last }
}

function showOutcome({ saved, refused }: Saved, t: TFunction<'settings'>) {
  const [only, ...others] = [...saved, ...refused]
  const named = NAMED_RESULTS.find((key) => key === only && others.length === 0)
  if (named && refused.length === 0) toast.success(t(`updated.${named}`))
  else if (named) toast.error(t(`notUpdated.${named}`))
  else if (refused.length === 0) toast.success(t('saved'))
  else toast.error(t(saved.length > 0 ? 'someFailed' : 'allFailed'))
}
