import Code from 'lucide-react/icons/code'
import Copy from 'lucide-react/icons/copy'
import Link2 from 'lucide-react/icons/link-2'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import { isChatModel } from '#web/lib/chat-model.ts'
import { cx } from '#web/lib/cx.ts'
import { formatRatio } from '#web/lib/format-prices.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy/copy.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Formula } from './formula.tsx'
import { AvailabilityIcon, Cost, priceTexts, ratioTexts } from './price-cells.tsx'
import { isPerCall } from './prices.ts'
import { ratioOf, type Viewed } from './viewed.ts'

const CallDialog = lazy(async () => {
  await loadNamespaces('snippets')
  return import('./call-dialog.tsx')
})

interface ModelDetailProps {
  row: CatalogueRow
  view: Viewed
  groups: readonly string[]
  ratios: Readonly<Record<string, number>>
}

/** A model's price for each group, its calculation, and its link. */
export default function ModelDetail({ row, view, groups, ratios }: ModelDetailProps) {
  const { t } = useTranslation('pricing')
  const perCall = isPerCall(row)
  const name = row.name
  const link = () => `${location.origin}/pricing?${new URLSearchParams({ model: name })}`
  return (
    <div className="grid max-w-3xl gap-2">
      <p>
        <span className="text-small text-muted">{ratioTexts({ row, view }, t).join(' · ')}</span>
        <br />
        <Formula row={row} view={view} />
      </p>
      <GroupPrices {...{ row, view, groups, ratios }} />
      <div className="flex flex-wrap gap-2">
        {isChatModel(name) && !perCall && (
          <Button
            size="small"
            icon={<Code size={14} aria-hidden />}
            onClick={() => void openOverlay<void>((close) => <CallDialog model={name} onClose={close} />)}
          >
            {t('detail.call')}
          </Button>
        )}
        <Button
          size="small"
          icon={<Link2 size={14} aria-hidden />}
          onClick={() => void copyText(link(), t('detail.linkCopied', { name }))}
        >
          {t('detail.link')}
        </Button>
        <Button size="small" icon={<Copy size={14} aria-hidden />} onClick={() => void copyText(name, name)}>
          {t('copyName')}
        </Button>
      </div>
    </div>
  )
}

/** The model's price for each group. */
function GroupPrices({ row, view, groups, ratios }: ModelDetailProps) {
  const { t } = useTranslation('pricing')
  const perCall = isPerCall(row)
  const heads = [
    t('filter.group'),
    t('column.ratio'),
    ...(perCall ? [t('type.call')] : [t('column.input'), t('column.output')]),
    t('column.cost'),
  ]
  return (
    <ScrollRegion aria-label={t('detail.groups')} className="relative overflow-x-auto">
      <table className="w-full text-small">
        <caption className="sr-only">{t('detail.groups')}</caption>
        <thead>
          <tr className="text-muted">
            {heads.map((head, place) => (
              <th key={head} scope="col" className={cx('px-2 py-1', place > 0 ? 'text-end' : 'text-start')}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {groups.map((group) => {
            const groupRatio = ratioOf(ratios, group)
            const ratio = groupRatio * view.userRatio
            const { input, output, call } = priceTexts(row, ratio, view.display)
            const cells = call === undefined ? [input, output] : [call]
            return (
              <tr key={group} className={cx('border-line border-t', group === view.group && 'bg-primary-soft')}>
                <th scope="row" className="px-2 py-1 text-start font-normal">
                  <span className="flex items-center gap-1.5">
                    <AvailabilityIcon row={row} view={{ group, own: false }} />
                    {group}
                  </span>
                </th>
                <td className="px-2 py-1 text-end">{formatRatio(groupRatio)}</td>
                {cells.map((price, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: input and output, in this order
                  <td key={place} className="px-2 py-1 text-end">
                    {price}
                  </td>
                ))}
                <td className="px-2 py-1 text-end">
                  <Cost row={row} view={{ ...view, ratio }} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
