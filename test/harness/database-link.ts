import { connect, createServer, type Socket } from 'node:net'

/** The way to a PostgreSQL server, which a test can break. */
export interface DatabaseLink {
  url: string
  /** From now on nothing passes, and no side is told: what a network does that drops packets. */
  stall(): void
  /** What is open breaks, and what is opened from now on passes. */
  renew(): void
  /** The next commit reaches the server; the connection breaks before its answer comes back. */
  loseNextCommit(): void
  /** Lets no notifications through to what is opened from now on, as a pooler of transactions does. */
  dropNotifications(): void
  close(): void
}

/** Opens a way to the database of an address. */
export async function openDatabaseLink(target: string): Promise<DatabaseLink> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let stalled = false
  let losing = false
  let deaf = false

  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let lost = false
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    near.on('data', (bytes) => {
      if (stalled) return
      if (losing && /commit/i.test(bytes.toString('latin1'))) {
        losing = false
        lost = true
      }
      // The client listens to a channel that nobody notifies.
      far.write(deaf ? Buffer.from(bytes.toString('latin1').replace('listen s', 'listen z'), 'latin1') : bytes)
    })
    far.on('data', (bytes) => {
      if (lost) near.destroy()
      else if (!stalled) near.write(bytes)
    })
    near.on('close', () => far.destroy())
    far.on('close', () => stalled || near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(target)
  url.port = String(typeof address === 'object' ? address?.port : 0)
  return {
    url: url.href,
    stall() {
      stalled = true
    },
    renew() {
      stalled = false
      for (const socket of sockets) socket.destroy()
    },
    loseNextCommit() {
      losing = true
    },
    dropNotifications() {
      deaf = true
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
