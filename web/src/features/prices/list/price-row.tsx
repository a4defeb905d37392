import { Link } from '@tanstack/react-router'
import Undo2 from 'lucide-react/icons/undo-2'
import { memo, useId } from 'react'
import { useTranslation } from 'react-i18next'
import {
  CELL_NAMES,
  type CellName,
  dollarsOf,
  NO_CELLS,
  ownPriceOf,
  type PriceCells,
} from '#contract/prices/dollar-prices.ts'
import {
  type Amounts,
  amountsOf,
  entryOf,
  extraProblems,
  NO_EXTRAS,
  priceFor,
  priceOf,
  rulesOf,
  sameTerms,
} from '#contract/prices/price-terms.ts'
import { cx } from '#web/lib/cx.ts'
import { DASH, formatChange } from '#web/lib/format.ts'
import { priceText } from '#web/lib/format-prices.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { tip, tipIfCut } from '#web/ui/tooltip.tsx'
import { PriceCell } from './price-cell.tsx'
import { type DraftStore, useCells, useTerms } from './price-drafts.ts'
import { differenceOf, type PriceRow, sameCells, withCell } from './price-rows.ts'

/** The grid of head and rows from 640 px; on phones a row is a card. */
export const GRID =
  'sm:grid sm:grid-cols-[minmax(12rem,1fr)_repeat(4,5.25rem)_6.75rem_9.5rem_6.75rem_1.75rem] sm:items-center sm:gap-x-2'

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
  const terms = useTerms(store, row)
  const set = (next: PriceCells) => store.set([[row, next]])
  const isChanged = !sameCells(cells, row.stored) || !sameTerms(terms, row.terms)
  const rules = rulesOf(terms, row.rules)
  const pricedBy = { own: own ?? row.own, listed: row.listed, rules }
  const [wrong] = CELL_NAMES.filter((name) => problems[name])
  const problem = wrong && problems[wrong]
  const forGroup = amountsOf(own ? priceFor({ ...pricedBy, group, groupRatio: ratio }) : null)
  // Groups may have prices of their own: these are those of everybody else.
  const usual = amountsOf(priceFor({ ...pricedBy, group: '', groupRatio: 1 }))
  const hasExtraProblem = Object.keys(extraProblems(terms.extras, own ?? row.own, row.listed)).length > 0
  return (
    <li
      data-unpriced={row.unpriced ? '' : undefined}
      className={cx(
        'group/price relative border-line border-b px-3 py-1.5 max-sm:grid max-sm:gap-2 max-sm:py-3 sm:py-px',
        GRID,
      )}
    >
      {isChanged && <span aria-hidden className="absolute inset-y-1 left-0.5 w-0.5 rounded-full bg-primary" />}
      <Name row={row} rules={(terms.rules ?? row.rules).length} hasProblem={hasExtraProblem} />
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
        <Compared {...{ row, cells, usual }} />
      )}
      <GroupResult {...{ row, group }} prices={forGroup} />
      {isChanged || hasOwn(row) ? (
        <IconButton
          size="small"
          className="max-sm:absolute max-sm:top-2 max-sm:right-2 sm:-my-1"
          label={t(isChanged ? 'revert' : row.listed ? 'toListed' : 'remove', { model: row.model })}
          icon={<Undo2 size={14} aria-hidden />}
          onClick={() => {
            if (isChanged) return store.drop([row.model])
            set(row.listed ? listedCells(row) : NO_CELLS)
            store.setTerms([[row, { extras: NO_EXTRAS, rules: null }]])
          }}
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

const hasOwn = ({ own, terms, rules }: PriceRow) => Object.keys(own).length > 0 || entryOf(terms, rules) !== undefined
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

/** `= 3`: output and cached input without a separate price cost what input costs; `≈ 3`: a suggestion. */
function placeholderOf({ unpriced }: PriceRow, cells: PriceCells, name: CellName): string {
  if (!sameCells(cells, NO_CELLS))
    return cells.input && name !== 'input' && name !== 'perCall' ? `= ${cells.input}` : ''
  const suggested = unpriced?.suggestion?.cells[name]
  return suggested ? `≈ ${suggested}` : ''
}

interface NameProps {
  row: PriceRow
  /** How many rules the model has. */
  rules: number
  /** One of the further prices is wrong. */
  hasProblem: boolean
}

/** The model's name, which opens its further prices and rules. */
function Name({ row: { model, vendor, listed, own, unpriced }, rules, hasProblem }: NameProps) {
  const { t } = useTranslation('prices')
  const tokens = dollarsOf(own, listed)?.tokens
  const audio =
    tokens?.audioInput && t('audio', { input: inDollars(tokens.audioInput), output: inDollars(tokens.audioOutput) })
  const failed = unpriced && unpriced.failed_calls > 0 ? t('failedCalls', { count: unpriced.failed_calls }) : null
  const more = [vendor, audio].filter(Boolean).join(' · ')
  return (
    <div className="flex min-w-0 items-baseline gap-2 max-sm:flex-wrap max-sm:pr-8">
      <Link
        from="/price"
        search={(old) => ({ ...old, model })}
        aria-label={t('terms.open', { model })}
        className="min-w-0 truncate font-strong leading-6 hover:underline max-sm:break-all max-sm:whitespace-normal"
        {...tipIfCut(model)}
      >
        {model}
      </Link>
      {rules > 0 && <span className="shrink-0 text-muted text-small">{t('terms.count', { count: rules })}</span>}
      {hasProblem && <span className="shrink-0 text-danger text-small">{t('terms.wrong')}</span>}
      {failed && <span className="shrink-0 text-small text-warning">{failed}</span>}
      {more && (
        <span className="min-w-0 shrink-[99999] truncate text-muted text-small" {...tipIfCut(more)}>
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
  if (!suggestion) return <span className="text-muted text-small sm:col-span-2">{t('suggestion.none')}</span>
  const words = t('suggestion.like', { like: suggestion.like, prices: dollarText(suggestion.cells, t('perCall')) })
  return (
    <div className="flex min-w-0 items-center gap-2 sm:col-span-2">
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

/** `$2.50`, or a dash. */
const inDollars = (price: string | null | undefined) => (price ? priceText(Number(price), 'USD') : DASH)

/** What follows from the cells: prices of cache writes, and the built-in price with the difference to it, where the operator set another. */
function Compared({ row, cells, usual }: { row: PriceRow; cells: PriceCells; usual: Amounts }) {
  const { t } = useTranslation('prices')
  const { own = row.own } = ownPriceOf(cells, row.own, row.listed)
  const list = amountsOf(priceOf({}, row.listed))
  const { cacheWrite5m, cacheWrite1h } = usual
  const hasWrites = (row.listed !== null && row.listed.cache_write_5m !== null) || cacheWrite5m !== usual.input
  const parts = differenceOf(row, own)
  return (
    <>
      <Fact name={t('column.cacheWrite')}>
        {hasWrites && cacheWrite5m
          ? cacheWrite5m === cacheWrite1h
            ? inDollars(cacheWrite5m)
            : `${inDollars(cacheWrite5m)} / ${inDollars(cacheWrite1h)}`
          : DASH}
      </Fact>
      <Fact name={t('column.listed')}>
        {Object.keys(own).length > 0 ? (
          <>
            {dollarText(list, t('perCall'))}{' '}
            <span className={parts.some((part) => part < 0) ? 'text-warning' : 'text-text'}>
              {parts.flatMap((part) => (part === 0 ? [] : formatChange(part))).join(' / ')}
            </span>
          </>
        ) : (
          DASH
        )}
      </Fact>
    </>
  )
}

/** `$2.50 / $10.00`, or the price of a call. */
function dollarText({ perCall, input, output }: Pick<Amounts, 'perCall' | 'input' | 'output'>, call: string): string {
  if (input) return `${inDollars(input)} / ${inDollars(output === '' ? input : output)}`
  return perCall ? `${inDollars(perCall)} ${call}` : DASH
}

interface GroupResultProps {
  row: PriceRow
  group: string
  prices: Amounts
}

function GroupResult({ row, group, prices }: GroupResultProps) {
  const { t } = useTranslation('prices')
  const text = row.groups.includes(group) ? dollarText(prices, t('perCall')) : t('notForGroup')
  return <Fact name={t('column.group', { group })}>{text}</Fact>
}

/** A read-only cell; on phones with its name before it, if there is something in it. */
function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <span
      className={cx(
        'flex min-w-0 items-baseline justify-between gap-2 text-muted text-small tabular-nums sm:justify-end',
        children === DASH && 'max-sm:hidden',
      )}
    >
      <span className="sm:sr-only">{name}</span>
      <span className="min-w-0 truncate text-end">{children}</span>
    </span>
  )
}
