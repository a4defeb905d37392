import { type ComponentProps, Suspense } from 'react'
import type { FieldValues } from 'react-hook-form'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type LimitsField from './limits-field.tsx'

/** Loads with its texts when a form is opened. Has the generic props of the field itself. */
const LazyLimitsField = lazyPart(async () => {
  await loadNamespaces('limits')
  return import('./limits-field.tsx')
}) as unknown as typeof LimitsField

/** The limits of a record in its form. */
export const FormLimits = <In extends FieldValues, Out>(props: ComponentProps<typeof LimitsField<In, Out>>) => (
  <Suspense fallback={<Skeleton className="h-24 w-full" />}>
    <LazyLimitsField {...props} />
  </Suspense>
)
