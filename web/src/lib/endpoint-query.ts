import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import type { Endpoint, Input, Reply } from '#contract/api/endpoint.ts'
import { call } from './api.ts'

/** The query of an endpoint's reply. `more`: how long it is fresh, and when it is read again. */
export const endpointQuery = <E extends Endpoint>(
  queryKey: QueryKey,
  endpoint: E,
  input: Input<E>,
  more: Omit<UseQueryOptions<Reply<E>>, 'queryKey' | 'queryFn' | 'select'> = {},
) => queryOptions<Reply<E>>({ queryKey, queryFn: ({ signal }) => call(endpoint, input, signal), ...more })
