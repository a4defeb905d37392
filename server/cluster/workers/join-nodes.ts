import type { Transport } from '../../platform/store/bus.ts'

/**
 * Returns the transport of a primary process that has other nodes: what workers tell passes on to the nodes, and what
 * nodes tell to the workers, which need no connection to them. `workers`: the transport to and from those.
 */
export const joinNodes = (workers: Transport, nodes: Transport): Transport => ({
  send(message) {
    void nodes.send(message)
    return workers.send(message)
  },
  onMessage(listener) {
    workers.onMessage((message) => {
      void nodes.send(message)
      return listener(message)
    })
    nodes.onMessage((message) => Promise.all([listener(message), workers.send(message)]))
  },
  async close() {
    await Promise.all([workers.close(), nodes.close()])
  },
})
