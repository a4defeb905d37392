import { isRecord } from '#contract/is-record.ts'
import { parseJson } from '../../../platform/json/parse-json.ts'
import type { Row } from '../source/reader.ts'

/** Readers of cells: other programs leave columns empty where this one has a default. */

export function text(row: Row, name: string): string {
  const value = row[name]
  return value === null || value === undefined ? '' : String(value).replaceAll('\0', '')
}

/** A text of fixed width, which PostgreSQL fills up with blanks. */
export const trimmed = (row: Row, name: string): string => text(row, name).trim()

export function number(row: Row, name: string, fallback = 0): number {
  const value = row[name]
  if (value === null || value === undefined || value === '') return fallback
  const read = Number(value)
  return Number.isFinite(read) ? read : fallback
}

/** A whole number. */
export const integer = (row: Row, name: string, fallback = 0): number => Math.trunc(number(row, name, fallback))

/** Unix seconds of a number or of a date; 0 = none. */
export function time(row: Row, name: string): number {
  const seconds = integer(row, name)
  if (seconds !== 0) return Math.max(0, seconds)
  const date = text(row, name)
  return /^\d{4}-\d/.test(date) ? Math.max(0, Math.floor((Date.parse(date) || 0) / 1000)) : 0
}

export const flag = (row: Row, name: string): boolean =>
  row[name] === 1 || row[name] === '1' || row[name] === 'true' || row[name] === 't'

/** The object in a JSON text; an empty one where there is none. */
export function json(row: Row, name: string): Record<string, unknown> {
  return parseObject(text(row, name))
}

export function parseObject(source: string): Record<string, unknown> {
  try {
    const value: unknown = parseJson(source)
    return isRecord(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
