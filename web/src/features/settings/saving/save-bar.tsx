import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { OptionKey } from '#contract/options.ts'
import { useActions } from '#web/lib/keys/hotkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { useLeaveGuard } from '#web/ui/form/use-leave-guard.ts'
import { confirm } from '#web/ui/overlay/confirm.tsx'
import { useDrafts, useSettings } from '../drafts/settings-context.ts'
import { OPTION_KEYS, placeOf, searchOf } from '../options/sections.ts'
import { useSave } from './use-save.ts'

/** Shows the number of changed options with save and discard; stays visible on every settings tab. */
export default function SaveBar() {
  const { t } = useTranslation('settings')
  const { t: form } = useTranslation('form')
  const { store } = useSettings()
  const drafts = useDrafts()
  const show = useShow()
  const { save, review, saving, busy, progress, last } = useSave({ onShow: show })
  const count = drafts.size
  useLeaveGuard({ isUnsaved: () => store.all().size > 0, saving, discard: store.clear })
  useActions([
    { id: 'settings-save', label: t('bar.save'), keys: 'mod+enter', everywhere: true, run: () => void save() },
  ])
  const discard = useDiscard()
  useKeepFocus(count)
  if (count === 0) return null
  const refused = OPTION_KEYS.filter((key) => drafts.get(key)?.refused !== undefined)
  return (
    <section
      data-keep-clear
      aria-label={t('bar.label')}
      className="sticky bottom-3 z-4 mt-auto mb-3 grid gap-1 rounded-card border border-primary bg-primary-soft px-3 py-1.5 max-sm:bottom-16"
    >
      {last && refused.length > 0 && <Refusals keys={refused} saved={last.saved.length} onShow={show} />}
      <div className="flex flex-wrap items-center gap-2">
        <span aria-live="polite" className="font-strong">
          {t('bar.count', { count })}
        </span>
        <span className="ms-auto flex gap-2">
          <Button variant="ghost" disabledReason={progress && form('saving')} onClick={() => void discard()}>
            {t('bar.discard')}
          </Button>
          <Button onClick={() => void review()}>{t('bar.review')}</Button>
          <Button variant="primary" keys="mod+enter" loading={busy} onClick={() => void save()}>
            {progress ? t('bar.saving', progress) : t('bar.save')}
          </Button>
        </span>
      </div>
    </section>
  )
}

/** The bar goes when nothing is left to save: a focus inside it would be lost to the document, and moves to the page. */
function useKeepFocus(count: number) {
  const before = useRef(count)
  useEffect(() => {
    const isGone = count === 0 && before.current > 0
    before.current = count
    if (isGone && document.activeElement === document.body) document.getElementById('main')?.focus()
  }, [count])
}

interface RefusalsProps {
  keys: readonly OptionKey[]
  /** Number of options that were saved. */
  saved: number
  onShow: (key: OptionKey) => void
}

/** The options that the server rejected with the reasons; each links to its field. */
function Refusals({ keys, saved, onShow }: RefusalsProps) {
  const { t } = useTranslation('settings')
  const { t: words } = useTranslation('options')
  const drafts = useDrafts()
  return (
    <div role="alert" className="text-small">
      <p>{t('bar.result', { saved, refused: keys.length })}</p>
      <ul>
        {keys.map((key) => (
          <li key={key}>
            <button type="button" className="min-h-6 text-start underline" onClick={() => onShow(key)}>
              {words(`option.${key}.label`)}
            </button>
            : {drafts.get(key)?.refused}
          </li>
        ))}
      </ul>
    </div>
  )
}

function useDiscard() {
  const { t } = useTranslation('settings')
  const { t: words } = useTranslation('options')
  const { store } = useSettings()
  return async () => {
    const keys = [...store.all().keys()]
    const names = keys.map((key) => words(`option.${key}.label`)).join(', ')
    const yes = await confirm({
      title: t('discard.title', { count: keys.length }),
      description: t('discard.text', { names }),
      action: t('discard.action', { count: keys.length }),
      danger: true,
    })
    if (yes) store.clear()
  }
}

/** Returns a function that leads to an option: on the page, else in its section. */
function useShow() {
  const navigate = useNavigate()
  return async (key: OptionKey) => {
    const [id, place] = [`option-${key}`, placeOf(key)]
    const row = document.getElementById(id)
    if (!row && place) return navigate({ to: '/setting', search: searchOf(place), hash: id, replace: true })
    row?.scrollIntoView({ block: 'center' })
    row?.querySelector<HTMLElement>('[aria-invalid=true], input, textarea, select')?.focus({ preventScroll: true })
  }
}
