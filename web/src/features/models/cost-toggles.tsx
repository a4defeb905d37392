import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { useModelsSearch } from './use-models-search.ts'
import { ViewToggles } from './view-toggles.tsx'

const Calculator = lazyPart(() => import('#web/features/prices/public/calculator.tsx'))

interface CostTogglesProps {
  view: 'catalogue' | 'prices' | 'compare'
  costs: ReturnType<typeof useModelsSearch>
}

/** The fields of the calculator, if it is on, and the toggles of the view. */
export function CostToggles({ view, costs: { hasCosts, toggleCosts, tokens, setTokens } }: CostTogglesProps) {
  const { t } = useTranslation('pricing')
  return (
    <>
      {hasCosts && (
        // biome-ignore lint/a11y/useSemanticElements: two fields in a row need no fieldset
        <div
          role="group"
          aria-label={t('calculator.title')}
          className="flex items-center gap-x-4 max-xl:order-last max-xl:w-full max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-2"
        >
          <Suspense
            fallback={
              <Skeleton className="h-control w-116 max-sm:col-span-2 max-sm:w-full max-sm:h-[calc(var(--control-height)+1.25rem)]" />
            }
          >
            <Calculator tokens={tokens} onChange={setTokens} />
          </Suspense>
        </div>
      )}
      <ViewToggles view={view} hasCosts={hasCosts} onCosts={toggleCosts} />
    </>
  )
}
