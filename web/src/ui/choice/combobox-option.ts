import type { ReactNode } from 'react'

/** An option of a combobox. */
export interface Option {
  value: string
  /** Defaults to the value. */
  label?: string
  /** Further search terms. */
  keywords?: string
  /** Shown before the name in the list. */
  icon?: ReactNode
  /** Shown at the right end: a price, a count. */
  hint?: ReactNode
  /** Shown after the name once selected. */
  mark?: ReactNode
}

/** Maximum number of options shown; longer lists are narrowed by typing. */
export const SHOWN_LIMIT = 200

/** The text of an option in the input and for filtering. */
export const optionLabel = ({ label, value }: Option) => label ?? value

/** Compares options by value: the list may be rebuilt on every render. */
export const sameOption = (one: Option, other: Option) => one.value === other.value

/** Whether the option matches the typed text. */
export const isMeant = (option: Option, typed: string) =>
  `${optionLabel(option)} ${option.keywords ?? ''}`.toLowerCase().includes(typed.trim().toLowerCase())
