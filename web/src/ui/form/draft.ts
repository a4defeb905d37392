import { changedEntries } from '#web/lib/changes.ts'

/** Where an unfinished form is kept until the tab closes. Fields named in `secrets` never leave memory. */
export interface DraftPlace {
  key: string
  secrets?: readonly string[]
}

/** What was kept of a form: its values, and what the changed ones were changed from. Both are whole forms. */
export interface KeptDraft<T> {
  values: T
  base: T
}

type Values = Record<string, unknown>

/** Keeps what differs from the form's start, and the start of just that: the rest may be newer next time. */
export function saveDraft({ key, secrets = [] }: DraftPlace, start: Values, edited: Values, store = sessionStorage) {
  const names = Object.keys(changedEntries(start, edited)).filter((name) => !secrets.includes(name))
  const only = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]]))
  store.setItem(`draft:${key}`, JSON.stringify({ values: only(edited), base: only(start) }))
}

/** The kept values that the form still has fields for, or null. A value of another kind than the form's is dropped. */
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

/** Forgets every unfinished form of this tab. */
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
