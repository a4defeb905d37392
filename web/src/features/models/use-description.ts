import { useMemo } from 'react'
import type { CatalogueRow } from '#contract/api/models.ts'
import { useStored } from '#web/lib/storage.ts'

/** The description in the reader's language; "" without one. */
export function useDescription({ description }: Pick<CatalogueRow, 'description'>): string {
  const language = useStored('language')
  return useMemo(() => description?.[language] ?? '', [description, language])
}
