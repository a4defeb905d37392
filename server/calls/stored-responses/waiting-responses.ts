import type { NewResponse } from './stored-response.ts'

/** Responses that are not in the database yet. */
export interface WaitingResponses {
  /** Adds a response, or its newer state; the oldest are dropped where all of them have more than `maxBytes`. */
  add(response: NewResponse): void
  remove(response: NewResponse): void
  find(id: string): NewResponse | undefined
  oldest(count: number): NewResponse[]
  isEmpty(): boolean
}

export function createWaitingResponses(maxBytes: number): WaitingResponses {
  /** By id, oldest first. */
  const responses = new Map<string, NewResponse>()
  let bytes = 0

  function remove(response: NewResponse): void {
    // A newer state of the response may wait in its place.
    if (responses.get(response.id) !== response) return
    responses.delete(response.id)
    bytes -= sizeOf(response)
  }

  return {
    add(response) {
      const earlier = responses.get(response.id)
      if (earlier) remove(earlier)
      responses.set(response.id, response)
      bytes += sizeOf(response)
      for (const oldest of responses.values()) {
        if (bytes <= maxBytes) break
        remove(oldest)
      }
    },
    remove,
    find: (id) => responses.get(id),
    oldest: (count) => [...responses.values()].slice(0, count),
    isEmpty: () => responses.size === 0,
  }
}

const sizeOf = ({ input, output, response }: NewResponse) => input.length + output.length + response.length
