import { type CallerFormat, callerDialects } from '../all.ts'
import type { FieldRule, FieldTable } from '../fields.ts'

/** Returns the table of what becomes of each field of a converted request of one format, in Markdown. */
export function fieldTable(format: CallerFormat): string {
  return ['| Field | What becomes of it |', '| --- | --- |', ...rowsOf(callerDialects[format].fields, '')].join('\n')
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
