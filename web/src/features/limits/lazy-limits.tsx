import { type ComponentProps, Suspense } from 'react'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type LimitsInputs from './limits-inputs.tsx'

const LazyInputs = lazyPart(async () => {
  await loadNamespaces('limits')
  return import('./limits-inputs.tsx')
})
const LazySentence = lazyPart(async () => {
  await loadNamespaces('limits')
  return import('./limits-sentence.tsx')
})

/** The inputs of limits outside of forms; they load with their texts. */
export const LimitsEditor = (props: ComponentProps<typeof LimitsInputs>) => (
  <Suspense fallback={<Skeleton className="h-24 w-full" />}>
    <LazyInputs {...props} />
  </Suspense>
)

/** Limits in one line. */
export const LimitsText = (props: ComponentProps<typeof LazySentence>) => (
  <Suspense fallback={<Skeleton className="h-4 w-32" />}>
    <LazySentence {...props} />
  </Suspense>
)
