import type { ReactNode } from 'react'

/** What a combobox offers. */
export interface Option {
  value: string
  /** Defaults to the value. */
  label?: string
  /** Further words that it is found by. */
  keywords?: string
  /** Shown at the right end: a price, a count. */
  hint?: ReactNode
  /** Shown behind its name once it is chosen. */
  mark?: ReactNode
}

/** Longer lists are cut: nobody reads on, one types. */
export const SHOWN_LIMIT = 200

/** The text of an option in the input and for filtering. */
export const optionLabel = ({ label, value }: Option) => label ?? value

/** Options are equal by value: the list may be rebuilt on every render. */
export const sameOption = (one: Option, other: Option) => one.value === other.value

/** Whether an option is meant by what was typed. */
export const isMeant = (option: Option, typed: string) =>
  `${optionLabel(option)} ${option.keywords ?? ''}`.toLowerCase().includes(typed.trim().toLowerCase())
