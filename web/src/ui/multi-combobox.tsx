import { Combobox as Base } from '@base-ui/react/combobox'
import { X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { ComboboxPopup, type Option, optionLabel, SHOWN_LIMIT, sameOption } from './combobox-popup.tsx'

interface Props {
  options: readonly Option[]
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Accepts names that are not among the options: typed with Enter or a comma, or pasted. */
  creatable?: boolean
  placeholder?: string
  disabled?: boolean
  id?: string
  className?: string
  onBlur?: () => void
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/** Several of many, as chips. A pasted list (commas or lines) selects all its known names at once. */
export function MultiCombobox({ options, value, onChange, creatable, placeholder, disabled, ...rest }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const { className, ...input } = rest
  const known = new Map(options.map((option) => [option.value, option]))
  const chosen = value.map((name) => known.get(name) ?? { value: name })

  const add = (text: string) => {
    const names = splitNames(text).filter((name) => creatable || known.has(name))
    if (names.length) onChange([...new Set([...value, ...names])])
    return names.length > 0
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (/[,，\n]/.test(text) && add(text)) event.preventDefault()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !typed.trim()) return
    const isNew = creatable && !options.some((option) => optionLabel(option).includes(typed.trim()))
    if (event.key !== ',' && !(event.key === 'Enter' && isNew)) return
    if (!add(typed)) return
    event.preventDefault()
    setTyped('')
  }

  return (
    <Base.Root
      multiple
      items={options}
      value={chosen}
      onValueChange={(next: Option[]) => onChange(next.map((option) => option.value))}
      inputValue={typed}
      onInputValueChange={setTyped}
      itemToStringLabel={optionLabel}
      isItemEqualToValue={sameOption}
      limit={SHOWN_LIMIT}
      disabled={disabled}
      autoHighlight={!creatable}
    >
      <Base.InputGroup className={cx('field flex cursor-text items-center py-0.75 pl-1.5!', className)}>
        <Base.Chips className="flex max-h-40 w-full flex-wrap items-center gap-1 overflow-y-auto">
          {chosen.map((option) => (
            <Base.Chip
              key={option.value}
              className="flex min-h-6 max-w-full items-center gap-0.5 rounded-control bg-hover pl-2 text-small"
            >
              <span className="truncate">{optionLabel(option)}</span>
              <Base.ChipRemove
                aria-label={t('combobox.remove', { name: optionLabel(option) })}
                className="flex size-6 shrink-0 items-center justify-center text-muted hover:text-text"
              >
                <X size={12} aria-hidden />
              </Base.ChipRemove>
            </Base.Chip>
          ))}
          <Base.Input
            {...input}
            placeholder={chosen.length ? undefined : placeholder}
            onPaste={onPaste}
            onKeyDown={onKeyDown}
            className="min-h-6 min-w-24 flex-1 bg-transparent pl-1 outline-none"
          />
        </Base.Chips>
      </Base.InputGroup>
      <ComboboxPopup />
    </Base.Root>
  )
}

/** Names in a pasted text, separated by commas or line breaks. */
function splitNames(text: string) {
  return text
    .split(/[,，\n]/)
    .map((name) => name.trim())
    .filter(Boolean)
}
