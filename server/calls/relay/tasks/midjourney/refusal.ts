import { TaskRefusal } from '../../../../platform/errors/task-refusal.ts'

/** Codes of the drawing family's replies. */
export const CODE = {
  submitted: 1,
  /** No account can draw, or the referenced task does not exist any more. */
  notFound: 3,
  refused: 4,
  unknown: 5,
  exists: 21,
  queued: 22,
  saturated: 30,
} as const

/** Why a drawing call is refused, in the family's wording, which clients search for. */
export class DrawingRefusal extends TaskRefusal {
  override readonly name = 'DrawingRefusal'
  constructor(
    description: string,
    code: number = CODE.refused,
    readonly type: 'upstream_error' | 'new_api_error' = 'upstream_error',
    status = 400,
    /** Seconds. */
    readonly retryAfter?: number,
  ) {
    super(description, code, status)
  }
}

const SATURATED = '当前分组负载已饱和，请稍后再试，或升级账户以提升服务质量。'

/** The platform is overloaded. */
export const saturated = () => new DrawingRefusal(SATURATED, CODE.saturated, 'upstream_error', 429)
