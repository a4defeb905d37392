import X from 'lucide-react/icons/x'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { OptionKey } from '#contract/options.ts'
import { cx } from '#web/lib/cx.ts'
import { shownName } from '#web/lib/default-names.ts'
import { Select } from '#web/ui/choice/select.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from '#web/ui/input.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import type { Line, MapKind } from '../options/map-lines.ts'
import { isWordedChoice, specOf } from '../options/sections.ts'
import type { MapColumns } from './map-columns.ts'
import { PriceCell } from './price-cell.tsx'
import type { PriceFacts } from './price-effect.ts'

interface Props {
  option: OptionKey
  kind: MapKind
  line: Line
  index: number
  columns: MapColumns
  /** The inputs of the price calculation; null for values that are not prices. */
  facts: PriceFacts | null
  wrong: boolean
  /** The server's value for this name. */
  stored: string | undefined
  onChange: (line: Line) => void
  onRemove: () => void
}

/** The grid of a row: one line from 640 px, value below the name on phones. */
export const COLUMNS = (priced: boolean, kind: MapKind) =>
  cx(
    'grid items-center gap-x-2 gap-y-1',
    priced
      ? 'grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto] sm:grid-cols-[minmax(0,1fr)_7rem_minmax(0,13rem)_1.75rem]'
      : kind === 'chats'
        ? 'grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)_1.75rem]'
        : 'grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_1.75rem]',
  )

/** A row of a map; changed rows have a bar at the side. */
export function MapRow({ option, kind, line, index, columns, facts, wrong, stored, onChange, onRemove }: Props) {
  const { t } = useTranslation('settings')
  const { t: form } = useTranslation('form')
  const { name, value } = line
  const isNumber = kind === 'ratio-map'
  const isChanged = isNumber ? Number(stored) !== Number(value) : stored !== value
  const was = stored === undefined ? t('table.new') : t('table.wasOnce', { value: stored })
  const cell = (column: 'name' | 'value') => ({
    'aria-label': form('pairs.cell', { column: t(`table.${columns[column]}`), line: index + 1 }),
    'aria-invalid': wrong,
    autoComplete: 'off',
    spellCheck: false,
    value: shownName(line[column]),
  })
  return (
    <li className={COLUMNS(facts !== null, kind)}>
      <span className={cx('relative min-w-0', facts && 'max-sm:col-span-2')} {...(isChanged ? tip(was) : {})}>
        {isChanged && <span aria-hidden className="absolute inset-y-1 -left-2 w-0.5 rounded-full bg-primary" />}
        <Input {...cell('name')} onChange={({ target }) => onChange({ name: target.value, value })} />
      </span>
      <IconButton
        size="small"
        className="sm:order-last"
        label={t('table.remove', { name: name.trim() || String(index + 1) })}
        icon={<X size={14} aria-hidden />}
        onClick={onRemove}
      />
      {kind === 'choice-map' ? (
        <ChoiceCell option={option} {...cell('value')} onChange={(choice) => onChange({ name, value: choice })} />
      ) : (
        <Input
          {...cell('value')}
          inputMode={isNumber ? 'decimal' : undefined}
          className={cx('tabular-nums', !facts && 'max-sm:col-span-2')}
          onChange={({ target }) => onChange({ name, value: isNumber ? plain(target.value) : target.value })}
        />
      )}
      {facts && <PriceCell option={option} name={name} value={value} facts={facts} />}
    </li>
  )
}

function ChoiceCell({
  option,
  value,
  ...rest
}: Pick<Props, 'option'> & Omit<ComponentProps<typeof Select<string>>, 'options'>) {
  const { t } = useTranslation('settings')
  const spec = specOf(option)
  const choices = spec.kind === 'choice-map' ? spec.choices : []
  const options = choices.map((each) => ({ value: each, label: isWordedChoice(each) ? t(`choice.${each}`) : each }))
  const unknown = choices.includes(value) ? [] : [{ value, label: value }]
  return <Select {...rest} value={value} options={[...unknown, ...options]} className="max-sm:col-span-2" />
}

/** Normalises typed digits: Chinese and other keyboards produce full-width digits and decimal commas. */
const plain = (text: string) => text.normalize('NFKC').replace(/[,。]/g, '.')
