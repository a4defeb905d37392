import type { Judge } from './kind.ts'

/** A check of the books, and how many of its subjects are wrong. */
export interface BookCheck {
  name: string
  wrong: number
}

/** Checks of the books that have found differences. */
export const books: Judge<'books', readonly BookCheck[]> = {
  every: 60,
  evaluate: (checks) =>
    checks
      .filter(({ wrong }) => wrong > 0)
      .map(({ name, wrong }) => ({
        ...{ state: 'open', subject: name, name, value: wrong },
        title: {
          zh: `账目不一致：${name} 有 ${wrong} 处差异`,
          en: `Ledger mismatch in ${name}, differences: ${wrong}`,
        },
      })),
  recovered: (name) => ({ zh: `账目已一致：${name}`, en: `The ledger matches again: ${name}` }),
}
