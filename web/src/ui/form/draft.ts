import { changedEntries } from '#web/lib/changed-entries.ts'

/** Storage of an unfinished form until the tab closes. Fields in `secrets` are never stored. */
export interface DraftPlace {
  key: string
  secrets?: readonly string[]
}

/** A stored draft: the form's values, and the initial values of the changed fields. Both are complete forms. */
export interface KeptDraft<T> {
  values: T
  base: T
}

type Values = Record<string, unknown>

/**
 * Stores only changed fields and their initial values: the other fields may be newer when the draft is restored.
 */
export function saveDraft({ key, secrets = [] }: DraftPlace, start: Values, edited: Values, store = sessionStorage) {
  const names = Object.keys(changedEntries(start, edited)).filter((name) => !secrets.includes(name))
  const only = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]]))
  store.setItem(`draft:${key}`, JSON.stringify({ values: only(edited), base: only(start) }))
}

/**
 * Returns the stored values of fields that the form still has, or null. Values of another type than the form's are
 * dropped.
 */
export function loadDraft<T extends Values>({ key }: DraftPlace, form: T, store = sessionStorage): KeptDraft<T> | null {
  const { values, base } = read(store.getItem(`draft:${key}`))
  const fits = ([name, value]: [string, unknown]) => name in form && sameKind(value, form[name])
  const usable = Object.entries(values).filter(fits)
  if (usable.length === 0) return null
  const start = Object.entries(base).filter((entry) => fits(entry) && usable.some(([name]) => name === entry[0]))
  return { values: { ...form, ...Object.fromEntries(usable) }, base: { ...form, ...Object.fromEntries(start) } }
}

export function dropDraft({ key }: DraftPlace, store = sessionStorage) {
  store.removeItem(`draft:${key}`)
}

/** Deletes all drafts of this tab. */
export function dropDrafts(store = sessionStorage) {
  for (const key of Object.keys(store)) if (key.startsWith('draft:')) store.removeItem(key)
}

function read(text: string | null): { values: Values; base: Values } {
  try {
    const { values, base } = JSON.parse(text ?? '{}')
    return { values: values ?? {}, base: base ?? {} }
  } catch {
    return { values: {}, base: {} }
  }
}

const sameKind = (a: unknown, b: unknown) => typeof a === typeof b && Array.isArray(a) === Array.isArray(b)
