import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { FormSkeleton } from './form-skeleton.tsx'

/** What follows a form of a record. */
export interface FormEnds {
  onSaved: () => void
  onCancel: () => void
}

interface RecordFormProps<T> {
  record: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** Approximate number of fields, for the placeholder. */
  fields: number
  /** Shown instead of the form when the record could not be loaded. */
  Failure: ComponentType<{ error: Error; onRetry: () => void }>
  children: (record: T) => ReactNode
}

/** Renders the form of a stored record once the record has loaded. */
export function RecordForm<T>({ record, fields, Failure, children }: RecordFormProps<T>) {
  const { data, error, refetch } = record
  if (data !== undefined) return children(data)
  return error ? <Failure error={error} onRetry={refetch} /> : <FormSkeleton fields={fields} />
}
