import ClipboardPaste from 'lucide-react/icons/clipboard-paste'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/input.tsx'
import { lineProblems } from '../drafts/drafts.ts'
import { useSettings } from '../drafts/settings-context.ts'
import { GROUP_MAPS } from '../options/check-option.ts'
import { type Line, linesOf, type MapKind } from '../options/map-lines.ts'
import { columnsOf } from './map-columns.ts'
import { COLUMNS, MapRow } from './map-row.tsx'
import { openPaste } from './open-paste.tsx'
import type { ControlProps } from './option-control.tsx'
import { EffectHead, usePriceFacts } from './price-cell.tsx'

interface Props extends ControlProps {
  kind: MapKind
  lines: readonly Line[]
  onChange: (lines: readonly Line[]) => void
  /** Switches to JSON. */
  toggle: ReactNode
}

/** Longer tables get a filter, and initially show this many rows. */
const FILTER_FROM = 9
const SHOWN = 50

/** The rows of a map, editable in place, with the resulting price beside them. */
export function MapTable({ option, id, label, describedBy, kind, lines, onChange, toggle }: Props) {
  const { t } = useTranslation('settings')
  const { texts } = useSettings()
  const list = useRef<HTMLUListElement>(null)
  const [filter, setFilter] = useState('')
  const [all, setAll] = useState(false)
  const facts = usePriceFacts(option)
  // Group tables are complete; models missing from a price table have a built-in price.
  const hasBuiltIn = facts !== null && !GROUP_MAPS.includes(option)
  const problems = lineProblems(option, { lines })
  const stored = new Map(linesOf(kind, texts.get(option) ?? '')?.map(({ name, value }) => [name, value]))
  const columns = columnsOf(option, kind)

  const word = filter.trim().toLowerCase()
  const matching = matchingLines(lines, word, problems)
  const shown = all ? matching : matching.slice(0, SHOWN)

  const replace = (index: number, next: Line) => onChange(lines.map((line, at) => (at === index ? next : line)))
  const remove = (index: number) => onChange(lines.filter((_, at) => at !== index))
  const add = () => {
    flushSync(() => {
      setFilter('')
      setAll(true)
      onChange([...lines, { name: '', value: '' }])
    })
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  }
  const paste = async () => {
    const next = await openPaste({ label, kind, lines })
    if (next) onChange(next)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the label of the option names the group already
    <div
      role="group"
      aria-label={label}
      aria-describedby={describedBy}
      data-empty={lines.length === 0 ? '' : undefined}
      className="grid gap-1.5"
    >
      {lines.length >= FILTER_FROM && (
        <MapFilter {...{ label, filter }} found={matching.length} total={lines.length} onChange={setFilter} />
      )}
      {lines.length > 0 && (
        <div aria-hidden className={cx('text-muted text-small max-sm:hidden', COLUMNS(facts !== null, kind))}>
          <span>{t(`table.${columns.name}`)}</span>
          <span>{t(`table.${columns.value}`)}</span>
          {facts && <EffectHead />}
        </div>
      )}
      <ul ref={list} className="grid gap-1 empty:hidden max-sm:gap-2">
        {shown.map(({ line, index }) => (
          <MapRow
            key={index}
            {...{ option, kind, line, index, facts, columns }}
            wrong={problems.has(index)}
            stored={stored.get(line.name.trim())}
            onChange={(next) => replace(index, next)}
            onRemove={() => remove(index)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-1">
        {matching.length === 0 && <Nothing isFiltered={word !== ''} hasBuiltIn={hasBuiltIn} />}
        {matching.length > shown.length && (
          <Button size="small" onClick={() => setAll(true)}>
            {t('table.all', { count: matching.length })}
          </Button>
        )}
        <MapButtons {...{ id, label }} onAdd={add} onPaste={() => void paste()} />
        {toggle}
      </div>
    </div>
  )
}

interface MapButtonsProps {
  /** Id of the first button, by which the option's label finds it. */
  id: string
  label: string
  onAdd: () => void
  onPaste: () => void
}

function MapButtons({ id, label, onAdd, onPaste }: MapButtonsProps) {
  const { t } = useTranslation('settings')
  const { t: form } = useTranslation('form')
  return (
    <>
      <Button
        id={id}
        size="small"
        icon={<Plus size={14} aria-hidden />}
        aria-label={`${form('pairs.add')}: ${label}`}
        onClick={onAdd}
      >
        {form('pairs.add')}
      </Button>
      <Button
        size="small"
        icon={<ClipboardPaste size={14} aria-hidden />}
        aria-label={`${t('paste.open')}: ${label}`}
        onClick={onPaste}
      >
        {t('paste.open')}
      </Button>
    </>
  )
}

interface MapFilterProps {
  label: string
  filter: string
  /** Number of matching rows. */
  found: number
  total: number
  onChange: (filter: string) => void
}

function MapFilter({ label, filter, found, total, onChange }: MapFilterProps) {
  const { t } = useTranslation('settings')
  return (
    <div className="flex items-center gap-3">
      <Input
        type="search"
        aria-label={`${t('table.filter')}: ${label}`}
        placeholder={t('table.filter')}
        value={filter}
        className="max-w-60"
        onChange={({ target }) => onChange(target.value)}
      />
      <span aria-live="polite" className="text-muted text-small">
        {filter.trim() ? t('table.matching', { count: found, total }) : t('table.count', { count: total })}
      </span>
    </div>
  )
}

/** Returns the lines that match a text, with their place among all. Lines with a problem always match. */
function matchingLines(lines: readonly Line[], word: string, problems: ReadonlyMap<number, unknown>) {
  return lines
    .map((line, index) => ({ line, index }))
    .filter(
      ({ line, index }) => !word || problems.has(index) || `${line.name}\n${line.value}`.toLowerCase().includes(word),
    )
}

function Nothing({ isFiltered, hasBuiltIn }: { isFiltered: boolean; hasBuiltIn: boolean }) {
  const { t } = useTranslation('settings')
  return (
    <p className="me-2 @lg:group-has-data-empty/row:sr-only text-muted text-small">
      {t(isFiltered ? 'table.noneMatching' : hasBuiltIn ? 'table.noneRatio' : 'table.none')}
    </p>
  )
}
