import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import type { ModelMeasure } from '#contract/api/traffic.ts'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import { cx } from '#web/lib/cx.ts'
import { DASH, formatDuration, fullNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { useStored } from '#web/lib/storage.ts'
import { Checkbox } from '#web/ui/choice/checkbox.tsx'
import { headClass, SortButton } from '#web/ui/table/grid/head-parts.tsx'
import { nextSort } from '#web/ui/table/search/list-search.ts'
import { tipIfCut } from '#web/ui/tooltip.tsx'
import { mediaWords, priceTexts, tokenCount } from './card-words.ts'
import type { ModelsList } from './models-search.ts'

interface RowProps {
  row: CatalogueRow
  ratio: number
}

interface ModelRowProps extends RowProps {
  measure: ModelMeasure | undefined
  /** Chosen to be compared. */
  isChosen: boolean
  /** No further model can be chosen. */
  isFull: boolean
  onChoose: (name: string, isOn: boolean) => void
}

interface ModelTableProps {
  list: ModelsList
  children: ReactNode
}

/** Shown from 1024 px, from 1280 px, and from 1600 px. */
const ROOM = { some: 'max-lg:hidden', much: 'max-xl:hidden', most: 'max-[1600px]:hidden' }

/** The catalogue as a table. */
export function ModelTable({ list, children }: ModelTableProps) {
  const { t } = useTranslation('models')
  const { sort } = list.state
  type Sortable = 'name' | 'released' | 'context' | 'input' | 'first_byte_ms' | 'tokens_per_second'
  const sortable = (id: Sortable, width?: string) => {
    const sorted = sort?.id === id ? sort : null
    const end = id !== 'name'
    return (
      <th
        scope="col"
        aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
        className={cx(headClass(false, end), width)}
      >
        <SortButton
          name={t(`column.${id}`)}
          end={end}
          sorted={sorted}
          onSort={() => list.setSort(nextSort(sort, id))}
        />
      </th>
    )
  }
  const plain = (id: 'about' | 'media' | 'features' | 'output', width: string, end = false) => (
    <th scope="col" className={cx(headClass(false, end), width)}>
      {t(`column.${id}`)}
    </th>
  )
  return (
    <section
      aria-label={t('caption')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="surface relative min-h-0 overflow-auto overscroll-x-contain [scroll-padding-top:var(--row-height)] focus-visible:-outline-offset-2"
    >
      <table className="w-full min-w-150 table-fixed border-separate border-spacing-0">
        <caption className="sr-only">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col" className={cx(headClass(false), 'w-9')}>
              <span className="sr-only">{t('compare.open')}</span>
            </th>
            {sortable('name', 'w-[21%] max-lg:w-[40%]')}
            {plain('about', ROOM.some)}
            {plain('media', `w-[12%] ${ROOM.most}`)}
            {plain('features', `w-[15%] ${ROOM.much}`)}
            {sortable('context', 'w-20 lang-en:w-22')}
            {sortable('input', 'w-26')}
            {plain('output', 'w-24', true)}
            {sortable('first_byte_ms', `w-24 lang-en:w-26 ${ROOM.some}`)}
            {sortable('tokens_per_second', `w-24 ${ROOM.some}`)}
            {sortable('released', `w-26 ${ROOM.much}`)}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

const CELL = 'h-row overflow-hidden border-line border-b px-2 font-normal whitespace-nowrap'
const NUMBER = cx(CELL, 'text-end tabular-nums')

/** A model of the catalogue as a table row. */
export function ModelRow({ row, ratio, measure, isChosen, isFull, onChoose }: ModelRowProps) {
  const { t } = useTranslation('models')
  const about = useDescription(row)
  const price = priceTexts(row, ratio, t, useStatus())
  const media = mediaWords(row, t).join(', ')
  const features = row.features.map((feature) => t(`feature.${feature}`)).join(', ')
  return (
    <tr data-row={row.name} className="hover:bg-hover">
      <td className={cx(CELL, 'pe-0')}>
        <Checkbox
          aria-label={t('compare.choose', { name: row.name })}
          className="align-middle"
          checked={isChosen}
          disabled={isFull && !isChosen}
          onChange={(isOn) => onChoose(row.name, isOn)}
        />
      </td>
      <th scope="row" className={cx(CELL, 'text-start')}>
        <ModelLink row={row} />
      </th>
      <td className={cx(CELL, 'truncate text-muted', ROOM.some)} {...tipIfCut(about)}>
        {about}
      </td>
      <td className={cx(CELL, 'truncate text-muted text-small', ROOM.most)} {...tipIfCut(media)}>
        {media}
      </td>
      <td className={cx(CELL, 'truncate text-muted text-small', ROOM.much)} {...tipIfCut(features)}>
        {features}
      </td>
      <td className={NUMBER}>{row.context === null ? DASH : tokenCount(row.context)}</td>
      {price.output === undefined ? (
        <td className={NUMBER} colSpan={2}>
          {price.input}
        </td>
      ) : (
        <>
          <td className={NUMBER}>{price.input}</td>
          <td className={NUMBER}>{price.output}</td>
        </>
      )}
      <td className={cx(NUMBER, 'text-muted', ROOM.some)}>
        {measure?.first_byte_ms == null ? DASH : formatDuration(measure.first_byte_ms)}
      </td>
      <td className={cx(NUMBER, 'text-muted', ROOM.some)}>
        {measure?.tokens_per_second == null ? DASH : fullNumber(Math.round(measure.tokens_per_second))}
      </td>
      <td className={cx(NUMBER, 'text-muted text-small', ROOM.much)}>{row.released ?? DASH}</td>
    </tr>
  )
}

/** A model of the catalogue as a card, for phones. */
export function ModelCard({ row, ratio }: RowProps) {
  const { t } = useTranslation('models')
  const about = useDescription(row)
  const price = priceTexts(row, ratio, t, useStatus())
  const facts = [
    row.context !== null && t('contextOf', { tokens: tokenCount(row.context) }),
    price.output === undefined ? price.input : t('inAndOut', { input: price.input, output: price.output }),
    ...mediaWords(row, t),
  ].filter(Boolean)
  return (
    <li data-row={row.name} className="flex flex-col gap-1 surface p-3">
      <ModelLink row={row} />
      {about && <p className="line-clamp-2 text-muted">{about}</p>}
      <p className="text-small tabular-nums">{facts.join(' · ')}</p>
    </li>
  )
}

function ModelLink({ row }: { row: CatalogueRow }) {
  const { t } = useTranslation('models')
  return (
    <span className="flex min-w-0 items-center gap-2">
      <ModelMark model={row.name} vendor={row.vendor} />
      <Link
        to="/models/$"
        params={{ _splat: row.name }}
        className="min-w-0 truncate font-strong hover:underline"
        {...tipIfCut(row.name)}
      >
        {row.name}
      </Link>
      {row.deprecated && <span className="shrink-0 text-small text-warning">{t('deprecated')}</span>}
    </span>
  )
}

/** The description in the reader's language; "" without one. */
export function useDescription({ description }: Pick<CatalogueRow, 'description'>): string {
  const language = useStored('language')
  return useMemo(() => description?.[language] ?? '', [description, language])
}
