import { Link } from '@tanstack/react-router'
import type { CatalogueRow } from '#contract/api/models.ts'
import { ModelMark } from '#web/features/vendors/vendor-mark.tsx'
import { tipIfCut } from '#web/ui/tooltip.tsx'

/** A model's name, which leads to its page. */
export function ModelLink({ row: { name, vendor } }: { row: Pick<CatalogueRow, 'name' | 'vendor'> }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <ModelMark model={name} vendor={vendor} />
      <Link
        to="/models/$"
        params={{ _splat: name }}
        className="min-w-0 truncate font-strong hover:underline"
        {...tipIfCut(name)}
      >
        {name}
      </Link>
    </span>
  )
}
