import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { UnpricedModel } from '#contract/api/options.ts'
import { Button } from '#web/ui/button.tsx'
import { unpricedQuery } from '../drafts/option-queries.ts'
import { useOption, useWanted } from '../drafts/settings-context.ts'
import { type Line, linesOf, textOf } from '../options/map-lines.ts'

/**
 * Models that users cannot call because they have no price, with a button to add a ratio; empty when there are
 * none.
 */
export default function UnpricedModels() {
  const { t } = useTranslation('settings')
  const { data = [] } = useQuery(unpricedQuery)
  const { text, draft, change } = useOption('ModelRatio')
  const prices = linesOf('ratio-map', useWanted('ModelPrice')) ?? []
  const sold = useWanted('SellUnpricedModelsEnabled') === 'true'
  const lines = draft?.lines ?? linesOf('ratio-map', text)
  // JSON that a table cannot show: no row can be added.
  if (!lines) return null
  const named = new Set([...lines, ...prices].map(({ name }) => name.trim()))
  const left = data.filter(({ model }) => !named.has(model))
  if (left.length === 0) return null
  const add = (models: readonly UnpricedModel[]) => {
    const next = prependNames(
      lines,
      models.map(({ model }) => model),
    )
    flushSync(() => change(next.text, next.lines))
    // The name is filled in: focus the number field.
    document.querySelectorAll<HTMLElement>('#option-ModelRatio li:first-child input')[1]?.focus()
  }
  return (
    <section className="col-span-full grid gap-2 surface px-3 py-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="min-w-0">
          <h3 className="font-semibold">{t('unpriced.title', { count: left.length })}</h3>
          <p className="text-muted text-small">{t(sold ? 'unpriced.sold' : 'unpriced.refused')}</p>
        </div>
        {left.length > 1 && (
          <Button size="small" onClick={() => add(left)}>
            {t('unpriced.addAll')}
          </Button>
        )}
      </div>
      <ul className="grid max-h-60 gap-1 overflow-y-auto">
        {left.map((one) => (
          <li key={one.model} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 break-all max-sm:basis-full">{one.model}</span>
            <span className="text-muted text-small tabular-nums max-sm:mr-auto">
              {one.failed_calls > 0
                ? t('unpriced.failed', { count: one.failed_calls })
                : t('unpriced.channels', { count: one.channels })}
            </span>
            <Button
              size="small"
              icon={<Plus size={14} aria-hidden />}
              aria-label={t('unpriced.addOne', { model: one.model })}
              onClick={() => add([one])}
            >
              {t('unpriced.add')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Prepends rows for further names, whose numbers are still to be entered. */
function prependNames(lines: readonly Line[], names: readonly string[]): { lines: Line[]; text: string } {
  const next = [...names.map((name) => ({ name, value: '' })), ...lines]
  return { lines: next, text: textOf('ratio-map', next) }
}
