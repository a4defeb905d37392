import { Skeleton } from '#web/ui/skeleton.tsx'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Placeholder while a page's code loads. */
export function PageSkeleton() {
  return (
    <div className="flex flex-col gap-3 p-4" aria-busy>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-control w-full max-w-xl" />
      {ROWS.map((row) => (
        <Skeleton key={row} className="h-row w-full" />
      ))}
    </div>
  )
}
