import { beforeEach } from 'bun:test'
import { configure, fireEvent, screen, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { textsOf } from '#test/e2e/texts.ts'
import { PATIENCE_MS } from '#test/harness/until.ts'

/** The console's own texts in English and Chinese. */
export const t = await textsOf('en')
export const zh = await textsOf('zh')

const newPerson = () => userEvent.setup({ delay: null, pointerEventsCheck: 0 })
/** Presses and types as a person does, without pauses. */
export let person = newPerson()
// A key that one test left pressed, or a pointer over something, is not the next one's.
beforeEach(() => {
  person = newPerson()
})

configure({ asyncUtilTimeout: PATIENCE_MS })

/** Waits until a check no longer throws, and returns what it returned. Looks again after what the page has to do. */
export async function until<T>(check: () => T): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  for (let pause = 0; ; pause = Math.min(pause + 1, 20)) {
    try {
      return check()
    } catch (error) {
      if (Date.now() > end) throw error
    }
    await Bun.sleep(pause)
  }
}

/** Lets the page do what it still has to do: for what must not come. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
}

type Name = string | RegExp
/** A name of which these words are a part. */
export const like = (words: string) => new RegExp(RegExp.escape(words))
const scope = (inside?: HTMLElement) => (inside ? within(inside) : screen)
export const role = (kind: string) => (name?: Name, inside?: HTMLElement) =>
  scope(inside).getByRole(kind, name === undefined ? {} : { name })

export const button = role('button')
export const link = role('link')
export const checkbox = role('checkbox')
export const dialog = role('dialog')
export const combobox = role('combobox')
export const searchbox = role('searchbox')
export const textbox = role('textbox')
export const region = role('region')
/** The first of several that are called the same. */
export const first = (kind: string, name: Name, inside?: HTMLElement) => scope(inside).getAllByRole(kind, { name })[0]!
export const field = (label: Name, inside?: HTMLElement) => scope(inside).getByLabelText<HTMLInputElement>(label)
export const text = (words: Name, inside?: HTMLElement) => scope(inside).getByText(words)
export const shows = (words: Name, inside?: HTMLElement) => scope(inside).queryAllByText(words).length > 0
export const has = (kind: string, name?: Name) =>
  screen.queryAllByRole(kind, name === undefined ? {} : { name }).length > 0

/** Waits for an element and presses it. */
export async function press(find: () => HTMLElement): Promise<void> {
  const element = await until(() => enabled(find()))
  await person.click(element)
}

/** Waits for a field and replaces its text in one step. */
export async function fill(find: () => HTMLElement, value: string): Promise<void> {
  const element = await until(() => enabled(find()))
  element.focus()
  fireEvent.change(element, { target: { value } })
}

/** Waits until the page says these words, in whatever elements. */
export const says = (words: string) =>
  until(() => {
    const { textContent } = document.body
    if (!textContent?.includes(words)) throw new Error(`The page does not say “${words}”: ${textContent}`)
  })

// A document is never given to `expect`: to print where two elements differ takes all memory.

/** Waits until something is in the page. */
export const there = (find: () => Element | null) =>
  until(() => {
    if (!find()) throw new Error(`not there: ${find}`)
  })

/** Waits until an element has the focus. */
export const focused = (find: () => Element | null | undefined) =>
  until(() => {
    if (document.activeElement !== find()) throw new Error(`the focus is not on ${find}`)
  })

export const keys = (text: string) => person.keyboard(text)

function enabled(element: HTMLElement): HTMLElement {
  if (element.matches(':disabled, [aria-disabled=true]'))
    throw new Error(`disabled: ${element.outerHTML.slice(0, 200)}`)
  return element
}

/** The rows of a list, without its head. */
export const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]
/** Waits until a list has so many rows. */
export const rowCount = (count: number) =>
  until(() => {
    if (rows().length !== count) throw new Error(`${rows().length} rows, not ${count}: ${document.body.textContent}`)
    return rows()
  })
export const rowIds = () => rows().map((row) => Number(row.dataset.row))

/** What assistive technology reads after the name of a field. */
export const descriptionOf = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()

/** The words of what is told as an alert; "" = nothing. */
export const alert = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join(' ')
