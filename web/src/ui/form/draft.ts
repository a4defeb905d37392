/** Where an unfinished form is kept until the tab closes. Fields named in `secrets` never leave memory. */
export interface DraftPlace {
  key: string
  secrets?: readonly string[]
}

type Values = Record<string, unknown>

export function saveDraft({ key, secrets = [] }: DraftPlace, values: Values, store: Storage = sessionStorage) {
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name)))
  store.setItem(`draft:${key}`, JSON.stringify(kept))
}

/** The kept values that the form still has fields for, or null. A value of another kind than the form's is dropped. */
export function loadDraft<T extends Values>({ key }: DraftPlace, form: T, store: Storage = sessionStorage): T | null {
  let kept: unknown
  try {
    kept = JSON.parse(store.getItem(`draft:${key}`) ?? 'null')
  } catch {
    return null
  }
  if (typeof kept !== 'object' || kept === null) return null
  const usable = Object.entries(kept).filter(([name, value]) => name in form && sameKind(value, form[name]))
  return usable.length ? { ...form, ...Object.fromEntries(usable) } : null
}

export function dropDraft({ key }: DraftPlace, store: Storage = sessionStorage) {
  store.removeItem(`draft:${key}`)
}

const sameKind = (a: unknown, b: unknown) => typeof a === typeof b && Array.isArray(a) === Array.isArray(b)
