import History from 'lucide-react/icons/rotate-ccw-clock'
import Undo2 from 'lucide-react/icons/undo-2'
import { Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { OptionKey } from '#contract/options.ts'
import { cx } from '#web/lib/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { DefaultValue } from '../controls/default-value.tsx'
import { OptionControl } from '../controls/option-control.tsx'
import { OptionNote } from '../controls/option-note.tsx'
import { useOption, useSettings } from '../drafts/settings-context.ts'
import { useProblemText } from '../drafts/use-problem-text.ts'
import { isShort, isWide, specOf } from '../options/sections.ts'
import { openHistory } from '../saving/open-history.tsx'

/** A row of an option: label, description, value and error. */
export function OptionRow({ option }: { option: OptionKey }) {
  const { t } = useTranslation('options')
  const { t: ui } = useTranslation('settings')
  const id = useId()
  const { draft } = useOption(option)
  const problem = useProblemText(option)
  const label = t(`option.${option}.label`)
  const describedBy = [`${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  const wide = isWide(option)
  const isSwitch = specOf(option).kind === 'boolean'
  return (
    <div
      id={`option-${option}`}
      className={cx(
        'group @container relative scroll-mt-20 px-4 py-2.5 before:absolute before:inset-y-0 before:left-0 before:w-0.75 max-sm:px-3',
        draft && (problem ? 'before:bg-danger' : 'before:bg-primary'),
      )}
    >
      <div
        className={cx(
          'group/row grid gap-x-6 gap-y-2',
          isSwitch && 'grid-cols-[minmax(0,1fr)_auto]',
          !isSwitch && !wide && !isShort(option) && '@lg:grid-cols-[minmax(0,1fr)_minmax(0,17rem)]',
          wide && '@lg:has-data-empty:grid-cols-[minmax(0,1fr)_auto] @lg:has-data-empty:gap-y-0',
          isShort(option) && '@sm:grid-cols-[minmax(0,1fr)_13rem]',
        )}
      >
        <div className="min-w-0 @lg:group-has-data-empty/row:contents">
          <div className="flex items-start gap-1">
            <label htmlFor={`${id}-control`} id={`${id}-label`} className="min-w-0 break-words" {...tip(option)}>
              {label}
            </label>
            {draft && <span className="mt-px shrink-0 px-1 text-primary text-small">{ui('changed')}</span>}
            <RowButtons option={option} label={label} />
          </div>
          <p
            id={`${id}-hint`}
            className="@lg:group-has-data-empty/row:order-last @lg:group-has-data-empty/row:col-span-full text-muted text-small"
          >
            {t(`option.${option}.hint`)}
            <DefaultValue option={option} />
          </p>
        </div>
        <div className="min-w-0">
          <Suspense fallback={<Skeleton className="h-control" />}>
            <OptionControl
              option={option}
              id={`${id}-control`}
              label={label}
              describedBy={describedBy}
              wrong={problem !== ''}
            />
          </Suspense>
          {problem && !isSwitch && <Problem id={`${id}-problem`} text={problem} />}
        </div>
        {problem && isSwitch && <Problem id={`${id}-problem`} text={problem} />}
        <OptionNote option={option} />
      </div>
    </div>
  )
}

function Problem({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} className="col-span-full mt-1 text-danger text-small">
      {text}
    </p>
  )
}

function RowButtons({ option, label }: { option: OptionKey; label: string }) {
  const { t } = useTranslation('settings')
  const settings = useSettings()
  const { draft, revert } = useOption(option)
  return (
    <span className="-my-1 flex shrink-0 items-center text-muted coarse:-my-2.5">
      {draft && (
        <IconButton
          size="small"
          label={t('revert', { label })}
          icon={<Undo2 size={14} aria-hidden />}
          onClick={revert}
        />
      )}
      <IconButton
        size="small"
        label={t('history.open', { label })}
        icon={<History size={14} aria-hidden />}
        className="opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 coarse:opacity-100"
        onClick={() => openHistory(option, settings)}
      />
    </span>
  )
}
