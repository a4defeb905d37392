import { Combobox as Base } from '@base-ui/react/combobox'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { CHIPS_LOOK, type ChipsProps } from './chips-input.tsx'
import { optionLabel, SHOWN_LIMIT, sameOption } from './combobox-option.ts'
import { ComboboxPopup } from './combobox-popup.tsx'

/** `ChipsInput` with its option list; loaded after the page. */
export default function ChipsCombobox(props: ChipsProps) {
  const { options, chosen, onChoose, typed, onType, marksFirst, disabled, className, input } = props
  const { t } = useTranslation()
  return (
    <Base.Root
      multiple
      items={options}
      value={chosen}
      onValueChange={onChoose}
      inputValue={typed}
      onInputValueChange={onType}
      itemToStringLabel={optionLabel}
      isItemEqualToValue={sameOption}
      limit={SHOWN_LIMIT}
      disabled={disabled}
      autoHighlight={marksFirst}
    >
      <Base.InputGroup className={cx(CHIPS_LOOK.frame, className)}>
        <Base.Chips className={CHIPS_LOOK.chips}>
          {chosen.map((option) => (
            <Base.Chip key={option.value} className={CHIPS_LOOK.chip}>
              <span className="truncate">{optionLabel(option)}</span>
              {option.mark}
              <Base.ChipRemove
                aria-label={t('combobox.remove', { name: optionLabel(option) })}
                className={CHIPS_LOOK.remove}
              >
                <X size={12} aria-hidden />
              </Base.ChipRemove>
            </Base.Chip>
          ))}
          <Base.Input {...input} className={CHIPS_LOOK.input} />
        </Base.Chips>
      </Base.InputGroup>
      <ComboboxPopup />
    </Base.Root>
  )
}
