import ArrowRight from 'lucide-react/icons/arrow-right'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelChange, PatchOutcome } from '#contract/api/channel-batch.ts'
import type { Channel } from '#contract/api/channels.ts'
import { parseStoredLimits } from '#contract/limits.ts'
import { LimitsText } from '#web/features/limits/lazy-limits.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { abbreviateNames } from '#web/ui/table/bulk/abbreviate-names.ts'
import { refusals } from '#web/ui/table/bulk/change-many.ts'
import { FIELDS, type FieldName, namesIn } from './draft.ts'
import { listDifference } from './list-difference.ts'

interface PreviewProps {
  outcome: PatchOutcome
  channels: readonly Channel[]
}

/** Number of names shown before the rest is counted. */
const NAMED_MODELS = 6
const NAMED_GROUPS = 12

/** Shows what would change in each channel, and which channels stay unchanged. */
export function Preview({ outcome, channels }: PreviewProps) {
  const { t } = useTranslation('batch')
  const { unserved } = outcome
  // Sorts as in the list, not by id.
  const place = new Map(channels.map(({ id }, index) => [id, index]))
  const inOrder = <T extends { id: number }>(rows: readonly T[]) =>
    rows.toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
  const [changed, unchanged] = [inOrder(outcome.changed), inOrder(outcome.unchanged)]
  const others = channels.length - changed.length
  const summary = useRef<HTMLParagraphElement>(null)
  useEffect(() => summary.current?.focus(), [])
  return (
    <div className="mt-2 grid gap-2">
      <p ref={summary} tabIndex={-1} className="text-muted outline-none">
        {others > 0
          ? t('preview.some', { count: changed.length, others })
          : t('preview.all', { count: changed.length })}
      </p>
      {unserved.length > 0 && (
        <Banner tone="warning">
          {t('preview.unserved', { count: unserved.length, models: abbreviateNames(unserved, NAMED_MODELS) })}
        </Banner>
      )}
      {refusals(channels, outcome).map((text) => (
        <Banner key={text} tone="warning">
          {text}
        </Banner>
      ))}
      <table className="w-full table-fixed">
        <caption className="sr-only">{t('preview.caption')}</caption>
        <thead>
          <tr className="border-line border-b text-start text-muted text-small">
            <th scope="col" className="w-2/5 py-1 pe-3 text-start font-normal">
              {t('preview.channel')}
            </th>
            <th scope="col" className="py-1 text-start font-normal">
              {t('preview.change')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {changed.map((change) => (
            <Row key={change.id} id={change.id} name={change.name}>
              <ul className="grid gap-0.5">
                {FIELDS.filter((field) => change.after[field] !== undefined).map((field) => (
                  <Line key={field} field={field} change={change} />
                ))}
              </ul>
            </Row>
          ))}
          {unchanged.map(({ id, name }) => (
            <Row key={id} id={id} name={name} muted>
              {t('preview.same')}
            </Row>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ id, name, muted, children }: { id: number; name: string; muted?: boolean; children: ReactNode }) {
  return (
    <tr className={muted ? 'align-baseline text-muted' : 'align-baseline'}>
      <th scope="row" className="break-words py-1.5 pe-3 text-start font-normal">
        {name} <span className="text-muted text-small tabular-nums">#{id}</span>
      </th>
      <td className="py-1.5">{children}</td>
    </tr>
  )
}

function Line({ field, change: { before, after } }: { field: FieldName; change: ChannelChange }) {
  const { t } = useTranslation('batch')
  const words = (value: string | number | undefined) => {
    if (field === 'limits') return <LimitsText limits={parseStoredLimits(String(value ?? '')) ?? null} />
    if (field === 'auto_ban') return t(`autoBan.${value ? 'on' : 'off'}`)
    return field === 'group' ? abbreviateNames(namesIn(String(value)), NAMED_GROUPS) : value
  }
  return (
    <li className="flex flex-wrap items-baseline gap-x-1.5">
      <span className="text-muted text-small">{t(`field.${field}`)}</span>
      {field === 'models' ? (
        <ModelsChange before={before.models ?? ''} after={after.models ?? ''} />
      ) : (
        <FromTo before={words(before[field])} after={words(after[field])} />
      )}
    </li>
  )
}

function FromTo({ before, after }: { before: ReactNode; after: ReactNode }) {
  const { t } = useTranslation('batch')
  return (
    <>
      <del className="min-w-0 break-words text-muted tabular-nums no-underline">{before}</del>
      <ArrowRight size={12} aria-hidden className="shrink-0 self-center text-muted" />
      <span className="sr-only">{t('preview.to')}</span>
      <ins className="min-w-0 break-words font-strong tabular-nums no-underline">{after}</ins>
    </>
  )
}

/** Shows the number of models before and after, and which are added and removed. */
function ModelsChange({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation('batch')
  const { added, removed, counts } = listDifference(before, after)
  return (
    <>
      <FromTo before={counts[0]} after={counts[1]} />
      {added.length > 0 && (
        <span className="min-w-0 break-words text-success">
          <span aria-hidden>+ </span>
          <span className="sr-only">{t('preview.added')}</span>
          {abbreviateNames(added, NAMED_MODELS)}
        </span>
      )}
      {removed.length > 0 && (
        <span className="min-w-0 break-words text-danger">
          <span aria-hidden>− </span>
          <span className="sr-only">{t('preview.removed')}</span>
          {abbreviateNames(removed, NAMED_MODELS)}
        </span>
      )}
      {added.length + removed.length === 0 && <span>{t('preview.order')}</span>}
    </>
  )
}
