/** Why a call about a task is refused, in the wording of its family, for the caller. */
export class TaskRefusal extends Error {
  override readonly name: string = 'TaskRefusal'
  constructor(
    message: string,
    readonly code: string | number,
    /** HTTP status of the response. */
    readonly status: number,
  ) {
    super(message)
  }
}
