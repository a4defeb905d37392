/** Values of a form whose names hold their place: `line_items[0][price_data][currency]=usd`. */
export interface Form {
  [name: string]: Form | string | undefined
}

/** Reads a form as Stripe does; lists become objects with numbers for names. */
export function readForm(text: string): Form {
  const form: Form = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.split(/[[\]]+/).filter(Boolean)
    const last = path.pop() ?? ''
    let place = form
    for (const name of path) {
      const inner = place[name]
      if (typeof inner === 'object') place = inner
      else {
        const made: Form = {}
        place[name] = made
        place = made
      }
    }
    place[last] = value
  }
  return form
}

/** A text at a path; "" = there is none. */
export function textAt(form: Form, ...path: string[]): string {
  let place: Form | string | undefined = form
  for (const name of path) place = typeof place === 'object' ? place[name] : undefined
  return typeof place === 'string' ? place : ''
}

/** The texts at a path, by name. */
export function textsAt(form: Form, ...path: string[]): Record<string, string> {
  let place: Form | string | undefined = form
  for (const name of path) place = typeof place === 'object' ? place[name] : undefined
  if (typeof place !== 'object') return {}
  return Object.fromEntries(
    Object.entries(place).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
