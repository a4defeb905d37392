import { type CallerFormat, callerDialects } from '../all.ts'
import type { FieldTable, PricedRule } from '../fields.ts'
import { HOSTED_TOOLS, type ToolFormat, type ToolPayment } from '../hosted-tools.ts'

/** Fields and tools by which a caller changes what a vendor charges, as tables in Markdown. */

/** Fields of the `openai` format that only OpenRouter knows. */
export const OPENROUTER_FIELDS: readonly string[] = ['models', 'route', 'preset', 'provider', 'plugins']

/**
 * Fields that change what a vendor charges by what the answer reports, or by what the request says. They pass: the
 * charge follows them.
 */
export const PRICED_BY_USAGE: readonly { format: CallerFormat; field: string; by: string }[] = [
  { format: 'openai', field: 'n', by: 'output tokens of all answers' },
  { format: 'openai', field: 'reasoning_effort', by: 'reasoning tokens' },
  { format: 'openai', field: 'modalities', by: 'audio and image tokens, where the formats are the same' },
  { format: 'openai', field: 'web_search_options', by: 'searches, by the call' },
  { format: 'openai', field: 'tools', by: 'calls of tools that the vendor runs' },
  { format: 'responses', field: 'reasoning', by: 'reasoning tokens' },
  { format: 'responses', field: 'tools', by: 'searches, containers and images of tools that the vendor runs' },
  { format: 'anthropic', field: 'thinking', by: 'output tokens' },
  { format: 'anthropic', field: 'cache_control', by: 'cache reads, and writes for five minutes or an hour' },
  { format: 'anthropic', field: 'tools', by: 'searches, by the call' },
  { format: 'gemini', field: 'tools', by: 'searches, by the call' },
  { format: 'gemini', field: 'generationConfig.thinkingConfig', by: 'reasoning tokens' },
  { format: 'gemini', field: 'generationConfig.responseModalities', by: 'audio and image tokens' },
  { format: 'cohere', field: 'thinking', by: 'output tokens' },
]

/** A field that follows no usage, by its path in a request. */
export interface PricedField {
  format: CallerFormat
  field: string
  rule: PricedRule
}

/** All fields that change the vendor's price by no usage, in all formats. */
export const pricedFields: readonly PricedField[] = Object.entries(callerDialects).flatMap(([format, { fields }]) =>
  collect(format as CallerFormat, fields, ''),
)

function collect(format: CallerFormat, table: FieldTable, path: string): PricedField[] {
  return Object.entries(table).flatMap(([name, rule]) => {
    if (rule.rule === 'priced') return [{ format, field: path + name, rule }]
    return rule.rule === 'within' ? collect(format, rule.fields, `${path}${name}.`) : []
  })
}

/** Returns the table of one format's fields and tools that change what a vendor charges. */
export function pricedTable(of: CallerFormat): string {
  return table([
    ...pricedFields
      .filter(({ format }) => format === of)
      .map(({ field, rule }) => [fieldName(of, field), outcomeOf(rule)]),
    ...(of === 'anthropic'
      ? [
          [
            'header `anthropic-beta`',
            'left out where it names `fast-mode-…` or `context-1m-…`; passes where the channel allows tiers',
          ],
        ]
      : []),
    ...PRICED_BY_USAGE.filter(({ format }) => format === of).map(({ field, by }) => [
      `\`${field}\``,
      `passes; the charge follows the answer: ${by}`,
    ]),
    ...toolRows(of),
  ])
}

/** Returns the table of the fields of `/v1/images/*` that change what a vendor charges. */
export function imageFieldTable(): string {
  return table(
    [
      [
        'n` and other names of it, `sequential_image_generation',
        'the price of a picture times their number in the answer, at most as many as were asked for',
      ],
      [
        'size`, `width` and `height`, `resolution',
        'the price of the size that the answer names, where pictures have a fixed price that the vendor changes with it',
      ],
      [
        'quality',
        'the price of the quality that the answer names, or of its tokens, where pictures have a fixed price',
      ],
      ['image', '0.05 of the price of a picture of OpenAI for each, masks included, where it is fixed'],
      ['input_fidelity', 'with `high` 1.5 instead of 0.05'],
      ['partial_images', '0.1 of the price of a picture of OpenAI for each, where it is fixed'],
    ].map(([field, charge]) => [`\`${field}\``, `passes; ${charge}`]),
  )
}

const table = (rows: string[][]) =>
  ['| Field or tool | What becomes of it |', '| --- | --- |', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join(
    '\n',
  )

const fieldName = (format: CallerFormat, field: string) =>
  `\`${field}\`${format === 'openai' && OPENROUTER_FIELDS.includes(field) ? ' (OpenRouter)' : ''}`

function toolRows(format: CallerFormat): string[][] {
  const rows = HOSTED_TOOLS[format as ToolFormat] as (typeof HOSTED_TOOLS)[ToolFormat] | undefined
  if (!rows) return []
  return [
    ...rows.map(({ names, payment, source }) => [
      `tools \`${names.join('`, `')}\``,
      `${paidBy(payment)} ([source](${source}))`,
    ]),
    ['other tools', `left out: their price is not known${TOLD}`],
  ]
}

const TOLD = '; passes to OpenRouter, Perplexity and xAI, charged by the cost that the answer tells'

function paidBy(payment: ToolPayment): string {
  if (payment.by === 'nothing') return `left out: ${payment.why}${TOLD}`
  if (payment.by === 'tokens') return 'passes; charged by its tokens'
  const where = 'where' in payment ? ' to vendors whose answers tell their searches (Zhipu), else left out' : ''
  return `passes${where}; charged as \`${payment.by}\`, by what the answer counts`
}

function outcomeOf({ why, free, tier, perCall }: PricedRule): string {
  const passing = free.length > 0 ? `; passes as ${free.map((value) => `\`${value}\``).join(', ')}` : ''
  const allowed = tier
    ? '; a tier with a known factor passes where the channel allows it, charged as the answer names it'
    : ''
  const where = perCall ? ' where each call has a fixed price' : ''
  return `left out${where}: ${why}${passing}${allowed}${tier || perCall ? '' : TOLD}`
}
