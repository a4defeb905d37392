import Undo2 from 'lucide-react/icons/undo-2'
import { useTranslation } from 'react-i18next'
import type { OptionKey } from '#contract/options.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { changedMeanwhile, type Draft, obstacleOf } from '../drafts/drafts.ts'
import { type Settings, SettingsContext, useDrafts, useSettings } from '../drafts/settings-context.ts'
import { useProblemText } from '../drafts/use-problem-text.ts'
import { isSecret, OPTION_KEYS, placeOf } from '../options/sections.ts'
import { useValueText } from '../options/use-value-text.ts'
import { DifferenceList } from './difference-list.tsx'

interface Props {
  settings: Settings
  /** Receives whether to save. */
  onClose: (save: boolean) => void
}

/** All unsaved changes, old → new. */
export default function ReviewDialog({ settings, onClose }: Props) {
  return (
    <SettingsContext value={settings}>
      <Review settings={settings} onClose={onClose} />
    </SettingsContext>
  )
}

function Review({ settings: { texts }, onClose }: Props) {
  const { t } = useTranslation('settings')
  const { t: common } = useTranslation()
  const drafts = useDrafts()
  const keys = OPTION_KEYS.filter((key) => drafts.has(key))
  const conflicts = changedMeanwhile(texts, drafts)
  const wrong = [...drafts].filter(([key, draft]) => obstacleOf(key, draft, texts, drafts) !== null).length
  const blocked = wrong > 0 ? t('review.wrong', { count: wrong }) : keys.length === 0 && t('review.none')
  return (
    <Dialog
      width="wide"
      title={keys.length > 0 ? t('review.title', { count: keys.length }) : t('review.none')}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{common('action.back')}</Button>
          <Button variant="primary" disabledReason={blocked} onClick={() => onClose(true)}>
            {t('review.save', { count: keys.length })}
          </Button>
        </>
      }
    >
      <ul className="divide-y divide-line">
        {keys.map((key) => {
          const draft = drafts.get(key)
          return (
            draft && (
              <Change key={key} option={key} draft={draft} now={conflicts.includes(key) ? texts.get(key) : undefined} />
            )
          )
        })}
      </ul>
    </Dialog>
  )
}

interface ChangeProps {
  option: OptionKey
  draft: Draft
  /** The current server value, where it differs from the draft's base. */
  now: string | undefined
}

function Change({ option, draft, now }: ChangeProps) {
  const { t } = useTranslation('settings')
  const { t: words } = useTranslation('options')
  const value = useValueText(option)
  const problem = useProblemText(option)
  const place = placeOf(option)
  const { store } = useSettings()
  const label = words(`option.${option}.label`)
  return (
    <li className="grid gap-1 py-2.5">
      <div className="flex items-start gap-2">
        <span className="min-w-0 flex-1 break-words" {...tip(option)}>
          {place && <span className="text-muted">{words(`section.${place}.title`)} / </span>}
          {label}
        </span>
        <IconButton
          size="small"
          className="-my-0.5"
          label={t('revert', { label })}
          icon={<Undo2 size={14} aria-hidden />}
          onClick={() => store.set(option, null)}
        />
      </div>
      {isSecret(option) ? (
        <p className="text-small">{t(draft.text === '' ? 'review.secretClear' : 'review.secretNew')}</p>
      ) : (
        <DifferenceList option={option} before={now ?? draft.base} after={draft.text} />
      )}
      {now !== undefined && (
        <Banner tone="warning">
          {t('review.meanwhile', { value: value(now).slice(0, 200) || t('review.nothing') })}
        </Banner>
      )}
      {problem && <p className="text-danger text-small">{problem}</p>}
    </li>
  )
}
