/** What one process may request of another: the parameters and the reply of each request, by its name. */
export type Requests = Record<string, (parameters: never) => unknown>

/** A message between two processes: a request, its reply, or something that has no reply. */
export type LinkMessage =
  | { request: string; id: number; parameters: unknown }
  | { reply: number; value: unknown }
  | { reply: number; error: string }

type Parameters<Handler> = Handler extends (parameters: infer Each) => unknown ? Each : never
type Reply<Handler> = Handler extends (parameters: never) => infer Each ? Awaited<Each> : never

/** One end of the link between two processes. */
export interface ProcessLink<Other extends Requests> {
  /** Rejects with the message of the other process's error, or when the link is closed. */
  request<Name extends keyof Other & string>(
    name: Name,
    parameters: Parameters<Other[Name]>,
  ): Promise<Reply<Other[Name]>>
  /** Takes a message of the other process. */
  receive(message: LinkMessage): void
  /** Rejects what still waits for a reply: the other process is gone. */
  close(): void
}

/** Creates an end that answers requests with `handlers`. `send` throws when the other process is gone. */
export function createProcessLink<Other extends Requests>(
  send: (message: LinkMessage) => void,
  handlers: Requests,
): ProcessLink<Other> {
  const waiting = new Map<number, PromiseWithResolvers<never>>()
  let requests = 0

  function sendIfOpen(message: LinkMessage): void {
    try {
      send(message)
    } catch {
      // The end of the other process is noticed by whoever started it.
    }
  }

  async function answer(name: string, id: number, parameters: unknown): Promise<void> {
    try {
      const handler = handlers[name] as ((parameters: unknown) => unknown) | undefined
      if (!handler) throw new Error(`no such request: ${name}`)
      sendIfOpen({ reply: id, value: await handler(parameters) })
    } catch (error) {
      sendIfOpen({ reply: id, error: error instanceof Error ? error.message : String(error) })
    }
  }

  return {
    request(name, parameters) {
      const id = ++requests
      const reply = Promise.withResolvers<never>()
      waiting.set(id, reply)
      try {
        send({ request: name, id, parameters })
      } catch (error) {
        waiting.delete(id)
        reply.reject(error)
      }
      return reply.promise
    },
    receive(message) {
      if ('request' in message) return void answer(message.request, message.id, message.parameters)
      const reply = waiting.get(message.reply)
      waiting.delete(message.reply)
      if ('error' in message) reply?.reject(new Error(message.error))
      else reply?.resolve(message.value as never)
    },
    close() {
      for (const { reject } of waiting.values()) reject(new Error('the other process is gone'))
      waiting.clear()
    },
  }
}
