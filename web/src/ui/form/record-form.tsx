import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { FormSkeleton } from './form-skeleton.tsx'

interface RecordFormProps<T> {
  record: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** About how many fields the form has, while it is not there. */
  fields: number
  /** In place of the form when the record could not be read. */
  Failure: ComponentType<{ error: Error; onRetry: () => void }>
  children: (record: T) => ReactNode
}

/** The form of a stored record, once the record is there. */
export function RecordForm<T>({ record, fields, Failure, children }: RecordFormProps<T>) {
  const { data, error, refetch } = record
  if (data !== undefined) return children(data)
  return error ? <Failure error={error} onRetry={refetch} /> : <FormSkeleton fields={fields} />
}
