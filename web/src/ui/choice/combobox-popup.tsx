import { Combobox } from '@base-ui/react/combobox'
import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'
import type { Option } from './combobox-option.ts'

/** The option list of a combobox; used inside `Combobox.Root`. */
export function ComboboxPopup() {
  const { t } = useTranslation()
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} className="z-50">
        <Combobox.Popup className="popup flex max-h-[min(var(--available-height),20rem)] w-(--anchor-width) min-w-48 flex-col">
          <Combobox.Empty className="px-3 text-muted not-empty:py-2">{t('combobox.empty')}</Combobox.Empty>
          {/* The list itself scrolls, as the keys of the field move in it. */}
          <Combobox.List className="min-h-0 overflow-y-auto not-empty:py-1">
            {(option: Option) => (
              <Combobox.Item
                key={option.value}
                value={option}
                className="flex min-h-row cursor-default items-center gap-2 px-3 data-highlighted:bg-hover"
              >
                <span className="w-4 shrink-0 text-primary">
                  <Combobox.ItemIndicator>
                    <Check size={14} aria-hidden />
                  </Combobox.ItemIndicator>
                </span>
                {option.icon}
                <span className="min-w-0 flex-1 break-words">{option.label ?? option.value}</span>
                {option.hint && <span className="shrink-0 text-small text-muted">{option.hint}</span>}
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}
