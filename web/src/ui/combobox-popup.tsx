import { Combobox } from '@base-ui/react/combobox'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** What a combobox offers. */
export interface Option {
  value: string
  /** Defaults to the value. */
  label?: string
  /** Shown at the right end: a price, a count. */
  hint?: ReactNode
}

/** Longer lists are cut: nobody reads on, one types. */
export const SHOWN_LIMIT = 200

/** The list under a combobox; inside `Combobox.Root`. */
export function ComboboxPopup() {
  const { t } = useTranslation()
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} className="z-50">
        <Combobox.Popup className="popup max-h-[min(var(--available-height),20rem)] w-(--anchor-width) min-w-48 overflow-y-auto py-1">
          <Combobox.Empty className="px-3 text-muted not-empty:py-2">{t('combobox.empty')}</Combobox.Empty>
          <Combobox.List>
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

/** The text of an option in the input and for filtering. */
export function optionLabel(option: Option) {
  return option.label ?? option.value
}

/** Options are equal by value: the list may be rebuilt on every render. */
export function sameOption(one: Option, other: Option) {
  return one.value === other.value
}
