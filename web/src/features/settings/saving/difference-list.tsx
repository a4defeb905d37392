import ArrowRight from 'lucide-react/icons/arrow-right'
import { useTranslation } from 'react-i18next'
import type { OptionKey } from '#contract/options.ts'
import { useValueText } from '../options/use-value-text.ts'
import { differences } from './describe-change.ts'

const MOST = 20

interface Props {
  option: OptionKey
  before: string
  after: string
}

/** Shows the changes of an option as old → new, row by row for tables. */
export function DifferenceList({ option, before, after }: Props) {
  const { t } = useTranslation('settings')
  const all = differences(option, before, after)
  const rest = all.length - MOST
  return (
    <>
      <ul className="grid gap-0.5 text-small">
        {all.slice(0, MOST).map((difference, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn anew with every change
          <li key={index} className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
            {difference.name !== undefined && <code className="break-all">{difference.name}</code>}
            <Value option={option} text={difference.before} isOld />
            <ArrowRight size={12} aria-hidden className="shrink-0 self-center text-muted" />
            <span className="sr-only">{t('review.to')}</span>
            <Value option={option} text={difference.after} />
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="text-muted text-small">{t('review.more', { count: rest })}</p>}
    </>
  )
}

function Value({ option, text, isOld }: { option: OptionKey; text: string; isOld?: boolean }) {
  const { t } = useTranslation('settings')
  const words = useValueText(option)
  if (text === '') return <span className="text-muted">{t('review.nothing')}</span>
  return isOld ? (
    <del className="min-w-0 break-words text-muted decoration-muted">{words(text)}</del>
  ) : (
    <ins className="min-w-0 break-words font-strong no-underline">{words(text)}</ins>
  )
}
