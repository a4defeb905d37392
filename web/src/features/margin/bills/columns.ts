import type { BillColumns } from '#contract/api/vendor-bills.ts'

export const NO_COLUMNS: BillColumns = {
  time: '',
  model: '',
  amount: '',
  request_id: '',
  calls: '',
  input_tokens: '',
  output_tokens: '',
}

/** Words in the names of columns, by what they hold; the first that fits counts. */
const WORDS: Record<keyof BillColumns, RegExp> = {
  time: /date|time|day|created|日期|时间/i,
  model: /model|模型/i,
  amount: /cost|amount|price|usd|charge|金额|费用/i,
  request_id: /request.?id|generation.?id|请求/i,
  calls: /calls|requests|次数/i,
  input_tokens: /(input|prompt).*tokens?|输入/i,
  output_tokens: /(output|completion).*tokens?|输出/i,
}

/** The names in the first line of a CSV file; none for JSON. Cells of names are short and hold no line breaks. */
export function columnNames(text: string): string[] {
  const line =
    text
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/, 1)[0]
      ?.trim() ?? ''
  if (line === '' || /^[[{]/.test(line)) return []
  const separator = [',', ';', '\t'].reduce((most, next) =>
    line.split(next).length > line.split(most).length ? next : most,
  )
  const names = line.split(separator).map((name) =>
    name
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"'),
  )
  return [...new Set(names.filter(Boolean))].slice(0, 200)
}

/** Guesses what columns hold by their names. */
export function guessColumns(names: readonly string[]): BillColumns {
  const guessed = { ...NO_COLUMNS }
  for (const [column, words] of Object.entries(WORDS) as [keyof BillColumns, RegExp][])
    guessed[column] = names.find((name) => words.test(name) && !Object.values(guessed).includes(name)) ?? ''
  return guessed
}
