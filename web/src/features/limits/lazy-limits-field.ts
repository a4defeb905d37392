import { loadNamespaces } from '#web/lib/i18n.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import type LimitsField from './limits-field.tsx'

/** The limits of a form, with their texts: most records have none. Has the generic props of the field itself. */
export const LazyLimitsField = lazyPart(async () => {
  await loadNamespaces('limits')
  return import('./limits-field.tsx')
}) as unknown as typeof LimitsField
