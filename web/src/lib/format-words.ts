import { languageTag } from './language.ts'

/** Formats Unix seconds as a date and time in words of the page's language: `Nov 20, 2026, 2:05 PM`. */
export const dateTimeText = (seconds: number) =>
  new Date(seconds * 1000).toLocaleString(languageTag(), { dateStyle: 'medium', timeStyle: 'short' })

/** The short name of a day of the week, 1 = Monday: `Mon`. 1 January 2024 was a Monday. */
export const weekday = (day: number, language: string) =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

/** Joins words as a sentence does: `a, b, and c`. */
export const joinWords = (words: readonly string[], language: string) => new Intl.ListFormat(language).format(words)
