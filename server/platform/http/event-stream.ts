const HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }

/**
 * Returns a response with one server-sent event per value, as it arrives. `onError` gets the error that breaks the
 * stream off.
 */
export function eventStreamResponse(values: AsyncIterable<unknown>, onError: (error: unknown) => void): Response {
  const encoder = new TextEncoder()
  const iterator = values[Symbol.asyncIterator]()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`))
      } catch (error) {
        onError(error)
        controller.error(error)
      }
    },
    async cancel() {
      await iterator.return?.()
    },
  })
  return new Response(body, { headers: HEADERS })
}
