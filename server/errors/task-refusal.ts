/** Why a call about a task is not done, in the words of its family, as the caller is told. */
export class TaskRefusal extends Error {
  override readonly name: string = 'TaskRefusal'
  constructor(
    message: string,
    readonly code: string | number,
    /** HTTP status of the reply. */
    readonly status: number,
  ) {
    super(message)
  }
}
