import type { Socket } from 'bun'
import { selfSigned } from './certificate.ts'

/** Takes the encryption off connections to a server of ours, as an operator's proxy does, for clients that insist on it. */
export function tlsFront(url: string) {
  const { hostname, port } = new URL(url)
  const server = Bun.listen<{ inner: Promise<Socket> }>({
    hostname: '127.0.0.1',
    port: 0,
    tls: selfSigned('localhost'),
    socket: {
      open(outer) {
        const inner = Bun.connect({
          hostname,
          port: Number(port),
          socket: { data: (_, bytes) => void outer.write(bytes), close: () => void outer.end() },
        })
        outer.data = { inner }
      },
      data: async (outer, bytes) => void (await outer.data.inner).write(bytes),
      close: async (outer) => void (await outer.data.inner).end(),
    },
  })
  return { url: `https://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}
