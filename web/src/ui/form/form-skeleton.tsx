import { Skeleton } from '../skeleton.tsx'

/** Placeholder of a form while its record loads. */
export function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div aria-busy className="grid gap-4 px-4 py-3">
      {[...Array(fields).keys()].map((field) => (
        <div key={field}>
          <Skeleton className="mb-2 h-4 w-24" />
          <Skeleton className="h-control w-full" />
        </div>
      ))}
    </div>
  )
}
