import type * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'

/** Required access: `public` none, `user` role ≥ 1, `admin` role ≥ 10, `root` role ≥ 100. */
export type Access = 'public' | 'user' | 'admin' | 'root'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What an endpoint takes and returns. Inputs are schemas; `reply` describes the envelope's `data`. */
interface Definition<P, Q, B, R> {
  summary: string
  params?: P
  query?: Q
  body?: B
  reply: R
  /**
   * Format of the reply; absent = the envelope. `payment`: `{message: "success", …reply}` or `{message: "error",
   * data: text}`, as the payment calls of this API family. `raw`: a text or a redirect.
   */
  wire?: 'payment' | 'raw'
  /** Additional fields of the envelope beside `data`. */
  beside?: z.ZodMiniType
  /** Error code of invalid input where this API family does not use `invalid_parameters`. */
  inputError?: ErrorCode
  /** Largest body in bytes, where more than 4 MB is allowed. */
  maxBodyBytes?: number
  /**
   * `gateway`: callbacks of all users come from a few addresses, so they are not rate-limited by address; `none`:
   * health checks.
   */
  limit?: 'gateway' | 'none'
  /** Sessions need a proof of identity that is less than five minutes old; else the error's code is `proof_needed`. */
  proof?: true
  /** Administrators may call it before they have the second factor that their role needs. */
  beforeEnrolment?: true
}

/** Contract of one call between browser and server. */
export interface Endpoint<
  P extends z.ZodMiniType = z.ZodMiniType,
  Q extends z.ZodMiniType = z.ZodMiniType,
  B extends z.ZodMiniType = z.ZodMiniType,
  R extends z.ZodMiniType = z.ZodMiniType,
> extends Definition<P, Q, B, R> {
  method: Method
  /** Path with `:name` for parameters, without a trailing slash; the server also accepts one. */
  path: string
  access: Access
}

/**
 * Declares an endpoint, such as `GET /api/user/:id`, and keeps the exact types of its schemas. Bundles leave out the
 * endpoints that nothing calls.
 * @__NO_SIDE_EFFECTS__
 */
export function endpoint<
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
>(call: `${Method} /${string}`, access: Access, definition: Definition<P, Q, B, R>): Endpoint<P, Q, B, R> {
  const [method, path] = call.split(' ') as [Method, string]
  return { method, path, access, ...definition }
}

/** The input of an endpoint call: only the declared parts. */
export type Input<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R> ? Part<'params', P> & QueryPart<Q> & Part<'body', B> : never
/** Makes a query optional when all its fields are. */
type QueryPart<S> =
  Part<'query', S> extends { query: infer Q } ? (Partial<Q> extends Q ? { query?: Q } : { query: Q }) : Part<'query', S>
type Part<K extends string, S> = z.ZodMiniType extends S
  ? { [key in K]?: undefined }
  : S extends z.ZodMiniType
    ? { [key in K]: z.input<S> }
    : never

/** The parsed input that the server's handler receives. */
export type Parsed<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never

/** The type of the envelope's `data`. */
export type Reply<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never

/** The envelope of every console reply. `total` is set for lists. */
export interface Envelope<T> {
  success: boolean
  message: string
  data?: T
  total?: number
  /** Set on a validation error: field name → message. */
  fields?: Record<string, string>
  /** Set on an error that clients act on (`CLIENT_CODES`). */
  code?: string
}
