import { expect, test } from 'bun:test'
import { callerDialects } from '../all.ts'
import type { FieldTable } from '../fields.ts'
import { OPENROUTER_FIELDS, PRICED_BY_USAGE, pricedFields, pricedTable } from './priced-docs.ts'

test('a field inside an object has a row by its whole path', () => {
  expect(pricedTable('gemini')).toContain('| `generationConfig.imageConfig.imageSize` |')
})

test('all of OpenRouter’s fields that change the price are left out', () => {
  const found = pricedFields.filter(({ format }) => format === 'openai').map(({ field }) => field)
  expect(OPENROUTER_FIELDS.filter((field) => !found.includes(field))).toEqual([])
})

test.each(PRICED_BY_USAGE)('$format: $field is a field of the format that passes', ({ format, field, by }) => {
  const rule = field.split('.').reduce<FieldTable | undefined>((table, name) => {
    const found = table?.[name]
    expect(found?.rule).toBeDefined()
    expect(found?.rule).not.toBe('priced')
    if (found?.rule === 'refused') expect(by).toContain('where the formats are the same')
    return found?.rule === 'within' ? found.fields : undefined
  }, callerDialects[format].fields)
  expect(rule === undefined || typeof rule === 'object').toBe(true)
})
