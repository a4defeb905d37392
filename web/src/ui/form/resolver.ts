import type { TFunction } from 'i18next'
import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { issueText, loadErrorTexts } from './error-text.ts'

/**
 * Validates a form with a schema; every field gets its first error. The error texts are loaded when it resolves.
 * Reports no error while the schema cannot be loaded.
 */
export function schemaResolver<In extends FieldValues, Out>(
  schema: () => Promise<ZodMiniType<Out, In>>,
  t: TFunction<'form'>,
): Resolver<In, unknown, Out> {
  return async (values) => {
    const loaded = await schema().catch(() => null)
    const result = loaded?.safeParse(values, { error: (issue) => issueText(issue, t) })
    if (!result) return { values: {}, errors: {} }
    if (result.success) return { values: result.data, errors: {} }
    await loadErrorTexts()
    const errors: FieldErrors<In> = {}
    for (const { path, code, message } of result.error.issues.toReversed()) {
      set(errors, path.join('.'), { type: code, message })
    }
    return { values: {}, errors }
  }
}
