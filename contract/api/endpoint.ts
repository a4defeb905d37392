import type * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'

/** Who may call an endpoint: `public` anyone, `user` role ≥ 1, `admin` role ≥ 10, `root` role ≥ 100. */
export type Access = 'public' | 'user' | 'admin' | 'root'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What browser and server agree on for one call. Inputs are schemas; `reply` describes the envelope's `data`. */
export interface Endpoint<
  P extends z.ZodMiniType = z.ZodMiniType,
  Q extends z.ZodMiniType = z.ZodMiniType,
  B extends z.ZodMiniType = z.ZodMiniType,
  R extends z.ZodMiniType = z.ZodMiniType,
> {
  method: Method
  /** Path with `:name` for parameters, without a trailing slash; the server answers both slash forms. */
  path: string
  access: Access
  summary: string
  params?: P
  query?: Q
  body?: B
  reply: R
  /**
   * How the reply is written; absent = the envelope. `payment`: `{message: "success", …reply}` or
   * `{message: "error", data: text}`, as this API family's payment calls. `raw`: a text or a redirect.
   */
  wire?: 'payment' | 'raw'
  /** What the envelope holds beside `data`, for the few calls where it holds more. */
  beside?: z.ZodMiniType
  /** The code of wrong input where this API family has another one than `invalid_parameters`. */
  inputError?: ErrorCode
  /** `gateway`: callbacks for everybody come from a few addresses, so they do not count as calls of those; `none`: health checks. */
  limit?: 'gateway' | 'none'
}

/** Declares an endpoint and keeps the exact types of its schemas. */
export function endpoint<
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
>(definition: Endpoint<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return definition
}

/** What a caller passes for an endpoint: only the parts that it declares. */
export type Input<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R> ? Part<'params', P> & QueryPart<Q> & Part<'body', B> : never
/** A query in which everything is optional may be left out. */
type QueryPart<S> =
  Part<'query', S> extends { query: infer Q } ? (Partial<Q> extends Q ? { query?: Q } : { query: Q }) : Part<'query', S>
type Part<K extends string, S> = z.ZodMiniType extends S
  ? { [key in K]?: undefined }
  : S extends z.ZodMiniType
    ? { [key in K]: z.input<S> }
    : never

/** What the server's handler receives: the parsed parts. */
export type Parsed<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never

/** The type of the envelope's `data`. */
export type Reply<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never

/** The envelope of every console reply. `total` accompanies lists. */
export interface Envelope<T> {
  success: boolean
  message: string
  data?: T
  total?: number
  /** Present on a validation failure: field name → message. */
  fields?: Record<string, string>
}
