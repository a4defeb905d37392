import Undo2 from 'lucide-react/icons/undo-2'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import {
  CELL_NAMES,
  type CellName,
  type DollarPrices,
  dollarsOf,
  NO_CELLS,
  ownPriceOf,
  type PriceCells,
} from '#contract/dollar-prices.ts'
import { cx } from '#web/lib/cx.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { tip, tipIfCut } from '#web/ui/tooltip.tsx'
import { PriceCell } from './price-cell.tsx'
import { type DraftStore, useCells } from './price-drafts.ts'
import { differenceOf, type PriceRow, sameCells, withCell } from './price-rows.ts'

/** The grid of head and rows from 640 px; on phones a row is a card. */
export const GRID =
  'sm:grid sm:grid-cols-[minmax(12rem,1fr)_repeat(4,5.25rem)_7.5rem_8.5rem_4.5rem_8.5rem_1.75rem] sm:items-center sm:gap-x-2'

interface Props {
  row: PriceRow
  store: DraftStore
  /** The group whose result is shown. */
  group: string
  ratio: number
}

/** A model with its prices in dollars, editable, and what they are for a group. */
export const PriceRowItem = memo(function PriceRowItem({ row, store, group, ratio }: Props) {
  const { t } = useTranslation('prices')
  const problemId = useId()
  const cells = useCells(store, row)
  const { own, problems = {} } = ownPriceOf(cells, row.own, row.listed)
  const set = (next: PriceCells) => store.set([[row, next]])
  const isChanged = !sameCells(cells, row.stored)
  const [wrong] = CELL_NAMES.filter((name) => problems[name])
  const problem = wrong && problems[wrong]
  const prices = own ? dollarsOf(own, row.listed, ratio) : null
  return (
    <li
      data-unpriced={row.unpriced ? '' : undefined}
      className={cx(
        'group/price relative border-line border-b px-3 py-1.5 max-sm:grid max-sm:gap-2 max-sm:py-3 sm:py-px',
        GRID,
      )}
    >
      {isChanged && <span aria-hidden className="absolute inset-y-1 left-0.5 w-0.5 rounded-full bg-primary" />}
      <Name row={row} />
      <div className="max-sm:grid max-sm:grid-cols-2 max-sm:gap-2 sm:contents">
        {CELL_NAMES.map((name) => (
          <PriceCell
            key={name}
            model={row.model}
            name={name}
            value={cells[name]}
            placeholder={own ? placeholderOf(row, cells, name) : ''}
            isListed={!row.unpriced && own !== undefined && own[MAP_OF[name]] === undefined}
            problem={problems[name]}
            problemId={problemId}
            onType={(text) => set(withCell(cells, name, text))}
          />
        ))}
      </div>
      {row.unpriced && !row.listed ? (
        <Suggested row={row} isFilled={!sameCells(cells, NO_CELLS)} onUse={set} />
      ) : (
        <Compared {...{ row, cells }} />
      )}
      <GroupResult {...{ row, group, prices }} />
      {isChanged || hasOwn(row) ? (
        <IconButton
          size="small"
          className="max-sm:absolute max-sm:top-2 max-sm:right-2 sm:-my-1"
          label={t(isChanged ? 'revert' : row.listed ? 'toListed' : 'remove', { model: row.model })}
          icon={<Undo2 size={14} aria-hidden />}
          onClick={() => (isChanged ? store.drop([row.model]) : set(row.listed ? listedCells(row) : NO_CELLS))}
        />
      ) : (
        <span className="max-sm:hidden" />
      )}
      {problem && (
        <p id={problemId} role="alert" className="text-danger text-small sm:col-start-2 sm:-col-end-1">
          {t(`column.${wrong}`)}: {t(`problem.${problem}`)}
        </p>
      )}
    </li>
  )
})

const hasOwn = ({ own }: PriceRow) => Object.keys(own).length > 0
const MAP_OF = {
  input: 'ModelRatio',
  output: 'CompletionRatio',
  cacheRead: 'CacheRatio',
  perCall: 'ModelPrice',
} as const

const listedCells = ({ listed }: PriceRow) => {
  const prices = dollarsOf({}, listed)
  if (prices?.perCall) return { ...NO_CELLS, perCall: prices.perCall }
  const { input = '', output = '', cacheRead = '' } = prices?.tokens ?? {}
  return { ...NO_CELLS, input, output, cacheRead }
}

/** `= 3`: output and cached input without a price of their own cost what input costs; `≈ 3`: a suggestion. */
function placeholderOf({ unpriced }: PriceRow, cells: PriceCells, name: CellName): string {
  if (!sameCells(cells, NO_CELLS))
    return cells.input && name !== 'input' && name !== 'perCall' ? `= ${cells.input}` : ''
  const suggested = unpriced?.suggestion?.cells[name]
  return suggested ? `≈ ${suggested}` : ''
}

function Name({ row: { model, vendor, listed, own, unpriced } }: { row: PriceRow }) {
  const { t } = useTranslation('prices')
  const tokens = dollarsOf(own, listed)?.tokens
  const audio = tokens?.audioInput && t('audio', { input: tokens.audioInput, output: tokens.audioOutput ?? '' })
  const failed = unpriced && unpriced.failed_calls > 0 ? t('failedCalls', { count: unpriced.failed_calls }) : null
  const more = [vendor, audio].filter(Boolean).join(' · ')
  return (
    <div className="flex min-w-0 items-baseline gap-2 max-sm:flex-wrap max-sm:pr-8">
      <span className="min-w-0 truncate font-strong max-sm:break-all max-sm:whitespace-normal" {...tipIfCut(model)}>
        {model}
      </span>
      {failed && <span className="shrink-0 text-small text-warning">{failed}</span>}
      {more && (
        <span className="min-w-0 shrink-[99] truncate text-muted text-small" {...tipIfCut(more)}>
          {more}
        </span>
      )}
    </div>
  )
}

interface SuggestedProps {
  row: PriceRow
  isFilled: boolean
  onUse: (cells: PriceCells) => void
}

/** What the model probably costs, and a button that fills it in. */
function Suggested({ row: { model, unpriced }, isFilled, onUse }: SuggestedProps) {
  const { t } = useTranslation('prices')
  const suggestion = unpriced?.suggestion
  if (!suggestion) return <span className="text-muted text-small sm:col-span-3">{t('suggestion.none')}</span>
  const words = t('suggestion.like', { like: suggestion.like, prices: cellText(suggestion.cells, t('perCall')) })
  return (
    <div className="flex min-w-0 items-center gap-2 sm:col-span-3">
      {!isFilled && (
        <Button
          size="small"
          className="sm:min-h-6!"
          aria-label={t('suggestion.useFor', { model })}
          onClick={() => onUse(suggestion.cells)}
        >
          {t('suggestion.use')}
        </Button>
      )}
      <span
        className="min-w-0 truncate text-muted text-small"
        {...tip(`${words} — ${t(`reason.${suggestion.reason}`)}`)}
      >
        {words}
      </span>
    </div>
  )
}

/** `$2.50 / $10`, or the price of a call. */
const cellText = ({ input, output, perCall }: PriceCells, call: string) =>
  perCall === '' ? `$${input} / $${output || input}` : `$${perCall} ${call}`

/** What follows from the cells: prices of cache writes, the built-in prices, and the difference to them. */
function Compared({ row, cells }: { row: PriceRow; cells: PriceCells }) {
  const { t } = useTranslation('prices')
  const { own = row.own } = ownPriceOf(cells, row.own, row.listed)
  const prices = dollarsOf(own, row.listed)
  const list = dollarsOf({}, row.listed)
  const hasWrites = row.listed?.cache_write_5m !== null && row.listed !== null
  const { cacheWrite5m, cacheWrite1h } = prices?.tokens ?? {}
  const parts = differenceOf(row, own)
  return (
    <>
      <Fact name={t('column.cacheWrite')}>
        {hasWrites && cacheWrite5m
          ? cacheWrite5m === cacheWrite1h
            ? `$${cacheWrite5m}`
            : `$${cacheWrite5m} / $${cacheWrite1h}`
          : NOTHING}
      </Fact>
      <Fact name={t('column.listed')}>{list ? dollarText(list, t('perCall')) : NOTHING}</Fact>
      <Fact name={t('column.difference')}>
        {parts.some((part) => part !== 0) ? (
          <span className={parts.some((part) => part < 0) ? 'text-warning' : 'text-text'}>
            {parts.map((part) => `${part > 0 ? '+' : ''}${part}%`).join(' / ')}
          </span>
        ) : (
          NOTHING
        )}
      </Fact>
    </>
  )
}

/** `$2.50 / $10`, or the price of a call. */
const dollarText = ({ perCall, tokens }: DollarPrices, call: string) =>
  tokens ? `$${tokens.input} / $${tokens.output}` : `$${perCall} ${call}`

interface GroupResultProps {
  row: PriceRow
  group: string
  prices: DollarPrices | null
}

function GroupResult({ row, group, prices }: GroupResultProps) {
  const { t } = useTranslation('prices')
  const text = row.groups.includes(group) ? (prices ? dollarText(prices, t('perCall')) : NOTHING) : t('notForGroup')
  return <Fact name={t('column.group', { group })}>{text}</Fact>
}

const NOTHING = '—'

/** A read-only cell; on phones with its name before it, if there is something in it. */
function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <span
      className={cx(
        'flex min-w-0 items-baseline justify-between gap-2 text-muted text-small tabular-nums sm:justify-end',
        children === NOTHING && 'max-sm:hidden',
      )}
    >
      <span className="sm:sr-only">{name}</span>
      <span className="min-w-0 truncate text-end">{children}</span>
    </span>
  )
}
