const HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }

/** Answers with one server-sent event for each value, as it comes. `onError` hears what broke the stream off. */
export function eventStream(values: AsyncIterable<unknown>, onError: (error: unknown) => void): Response {
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
