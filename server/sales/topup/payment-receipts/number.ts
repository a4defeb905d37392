import type { Queryable } from '../../../platform/store/database.ts'

const MIN_DIGITS = 4

/** Returns the series of a format at a time: the year is filled in, so each year counts anew if the format has it. */
export const seriesOf = (format: string, at: Date): string => format.replaceAll('{year}', String(at.getFullYear()))

/** Returns the number of a series in full. */
export const numberText = (series: string, count: number): string =>
  series.replaceAll('{number}', String(count).padStart(MIN_DIGITS, '0'))

/**
 * Takes the next number of a series. The counter's row stays locked until the transaction ends, and a rollback gives
 * the number back: so there are neither gaps nor doubles. Take it last, since other payments wait for the row.
 */
export async function takeNumber(trx: Queryable, format: string, at: Date): Promise<string> {
  const series = seriesOf(format, at)
  for (;;) {
    const { last } = await trx
      .insertInto('receipt_counters')
      .values({ series, last: 1 })
      .onConflict((conflict) =>
        conflict.column('series').doUpdateSet((set) => ({ last: set('receipt_counters.last', '+', 1) })),
      )
      .returning('last')
      .executeTakeFirstOrThrow()
    const number = numberText(series, last)
    // Numbers of a format that was used before can read the same.
    const taken = await trx.selectFrom('payment_receipts').select('id').where('number', '=', number).executeTakeFirst()
    if (!taken) return number
  }
}
