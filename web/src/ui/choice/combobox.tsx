import { Combobox as Base } from '@base-ui/react/combobox'
import ChevronDown from 'lucide-react/icons/chevron-down'
import X from 'lucide-react/icons/x'
import { type FocusEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isMeant, type Option, optionLabel, SHOWN_LIMIT, sameOption } from './combobox-option.ts'
import { ComboboxPopup } from './combobox-popup.tsx'

interface Props {
  options: readonly Option[]
  /** "" = nothing selected. */
  value: string
  onChange: (value: string) => void
  placeholder?: string
  /** The selection can be cleared. */
  clearable?: boolean
  disabled?: boolean
  /** The list is open at first. */
  defaultOpen?: boolean
  id?: string
  className?: string
  onBlur?: () => void
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}

/** A single-select combobox with search. */
export default function Combobox(props: Props) {
  const { options, value, onChange, clearable, disabled, defaultOpen, className, onBlur, ...input } = props
  const { t } = useTranslation()
  // By reference: the open list hides the label itself from assistive technology.
  const labelledBy = input['aria-label'] || !input.id ? undefined : `${input.id}-label`
  // Remounts the input when an emptied search is left while an option is selected, so that its label is shown
  // again.
  const [round, setRound] = useState(0)
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    if (value !== '' && event.currentTarget.value === '') setRound(round + 1)
    onBlur?.()
  }
  const chosen = value === '' ? null : (options.find((option) => option.value === value) ?? { value })
  return (
    <Base.Root
      key={round}
      items={options}
      value={chosen}
      onValueChange={(option) => onChange(option?.value ?? '')}
      itemToStringLabel={optionLabel}
      filter={options.some(({ keywords }) => keywords) ? isMeant : undefined}
      isItemEqualToValue={sameOption}
      limit={SHOWN_LIMIT}
      disabled={disabled}
      defaultOpen={defaultOpen}
      autoHighlight
    >
      <Base.InputGroup className={`field flex items-center gap-1 pr-0! ${className ?? ''}`}>
        <Base.Input
          {...input}
          aria-labelledby={labelledBy}
          onBlur={leave}
          className="min-w-0 flex-1 truncate bg-transparent outline-none"
        />
        {clearable && (
          <Base.Clear className="flex size-6 items-center justify-center text-muted" aria-label={t('combobox.clear')}>
            <X size={14} aria-hidden />
          </Base.Clear>
        )}
        <Base.Trigger
          className="flex h-7 w-7 items-center justify-center text-muted"
          aria-label={t('combobox.open')}
          tabIndex={-1}
        >
          <ChevronDown size={14} aria-hidden />
        </Base.Trigger>
      </Base.InputGroup>
      <ComboboxPopup />
    </Base.Root>
  )
}
