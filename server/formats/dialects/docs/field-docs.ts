import { type CallerFormat, callerDialects } from '../all.ts'
import type { FieldRule, FieldTable } from '../fields.ts'

const BEGIN = '<!-- fields: begin, written by scripts/field-docs.ts -->'
const END = '<!-- fields: end -->'

const TITLES: Record<CallerFormat, string> = {
  openai: 'Chat completions',
  responses: 'Responses',
  anthropic: 'Messages',
  gemini: 'Generate content',
  cohere: 'Chat of Cohere, version 2',
}

/** Returns the page with the tables generated from the code. */
export function writeFieldTables(page: string): string {
  const [before = '', rest = ''] = page.split(BEGIN)
  const after = rest.split(END)[1] ?? ''
  const sections = Object.entries(TITLES).map(([format, title]) => {
    const rows = rowsOf(callerDialects[format as CallerFormat].fields, '')
    return [`### ${title}`, '', '| Field | What becomes of it |', '| --- | --- |', ...rows].join('\n')
  })
  return `${before}${BEGIN}\n\n${sections.join('\n\n')}\n\n${END}${after}`
}

/** Returns one row for each field that is not converted, and one row for all converted fields of an object. */
function rowsOf(table: FieldTable, path: string): string[] {
  const entries = Object.entries(table)
  const converted = entries.filter(([, { rule }]) => rule === 'converted').map(([name]) => `\`${path}${name}\``)
  const others = entries.flatMap(([name, rule]) => rowOf(rule, path + name))
  return [...(converted.length > 0 ? [`| ${converted.join(', ')} | converted |`] : []), ...others]
}

function rowOf(rule: FieldRule, path: string): string[] {
  switch (rule.rule) {
    case 'converted':
      return []
    case 'harmless':
      return [`| \`${path}\` | left out${rule.noted ? ' and noted' : ''}: ${rule.why} |`]
    case 'refused':
      return [`| \`${path}\` | refused${exceptFor(rule.unless)}: ${rule.why} |`]
    case 'priced':
      return [
        `| \`${path}\` | left out and noted: ${rule.why}${rule.free.length > 0 ? ` (not ${list(rule.free)})` : ''} |`,
      ]
    case 'within': {
      if (rule.refused === undefined) return rowsOf(rule.fields, `${path}.`)
      return [`| \`${path}\` | refused: ${rule.refused} |`]
    }
    case 'variants': {
      const types = Object.entries(rule.types)
      const whole = types.filter(([, { rule: kind }]) => kind === 'converted').map(([type]) => `\`${type}\``)
      return [
        ...(whole.length > 0 ? [`| \`${path}\` of type ${whole.join(', ')} | converted, or refused by name |`] : []),
        ...types.flatMap(([type, one]) => (one.rule === 'converted' ? [] : rowOf(one, `${path}<${type}>`))),
      ]
    }
  }
}

const exceptFor = (unless: readonly unknown[]) => (unless.length > 0 ? `, but for ${list(unless)}` : '')
const list = (values: readonly unknown[]) => values.map((value) => `\`${value}\``).join(', ')
