import { connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Certificate } from './certificate.ts'

/** A proxy of the network that asks for a name and a password. */
export interface TestProxy {
  /** Its address with the right name and password, or with others. */
  url(credentials?: string): string
  /** What was asked of it, without credentials: `CONNECT host:port`, `GET http://…`, `SOCKS host:port`. */
  readonly seen: string[]
  stop(): void
}

export const CREDENTIALS = 'operator:p%40ss'
const [USER, PASSWORD] = ['operator', 'p@ss']
const BASIC = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`

/** An HTTP proxy: tunnels by CONNECT and passes requests on. With a certificate it is an HTTPS proxy. */
export function httpProxy(certificate?: Certificate): TestProxy {
  const seen: string[] = []
  return listening(certificate ? 'https' : 'http', seen, certificate, (client) => {
    let head = ''
    client.on('data', function read(bytes: Buffer) {
      head += bytes.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      client.off('data', read)
      const [line = ''] = head.split('\r\n')
      seen.push(line.replace(/ HTTP.*/, ''))
      if (!head.toLowerCase().includes(`proxy-authorization: ${BASIC.toLowerCase()}`)) {
        client.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')
        return
      }
      const [method = '', target = ''] = line.split(' ')
      const { hostname, port } = new URL(method === 'CONNECT' ? `http://${target}` : target)
      const far = join(client, hostname, Number(port), () => {
        if (method === 'CONNECT') client.write('HTTP/1.1 200 Connection established\r\n\r\n')
        else
          far.write(
            Buffer.from(
              head.replace(/^(\S+ )http:\/\/[^/]+/, '$1').replace(/proxy-authorization:.*\r\n/i, ''),
              'latin1',
            ),
          )
      })
    })
  })
}

/** A SOCKS5 proxy: https://www.rfc-editor.org/rfc/rfc1928 and 1929. */
export function socksProxy(): TestProxy {
  const seen: string[] = []
  return listening('socks5', seen, undefined, (client) => {
    let step = 0
    client.on('data', function read(bytes: Buffer) {
      step += 1
      if (step === 1) {
        client.write(Buffer.from([5, bytes.includes(2, 2) ? 2 : 0xff]))
      } else if (step === 2) {
        const isRight = bytes.equals(Buffer.from(`\x01\x08${USER}\x04${PASSWORD}`, 'latin1'))
        client.write(Buffer.from([1, isRight ? 0 : 1]))
        if (!isRight) client.end()
      } else {
        client.off('data', read)
        const kind = bytes[3]
        const end = kind === 1 ? 8 : kind === 4 ? 20 : 5 + (bytes[4] ?? 0)
        const host = kind === 3 ? bytes.toString('latin1', 5, end) : [...bytes.subarray(4, end)].join('.')
        const port = bytes.readUInt16BE(end)
        seen.push(`SOCKS ${host}:${port}`)
        join(client, host, port, () => client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])))
      }
    })
  })
}

/** Connects to the host, tells so, and passes everything on. A name that ends in `.test` is this machine. */
function join(client: Socket, host: string, port: number, opened: () => void): Socket {
  const far = connect(port, host.endsWith('.test') ? '127.0.0.1' : host, () => {
    opened()
    client.pipe(far)
    far.pipe(client)
  })
  far.on('error', () => client.destroy())
  client.on('close', () => far.destroy())
  return far
}

function listening(
  scheme: string,
  seen: string[],
  certificate: Certificate | undefined,
  serve: (client: Socket) => void,
): TestProxy {
  const clients = new Set<Socket>()
  const accept = (client: Socket) => {
    clients.add(client)
    client.on('error', () => client.destroy())
    serve(client)
  }
  const server: Server = certificate ? createTlsServer(certificate, accept) : createServer(accept)
  server.listen(0, '127.0.0.1')
  const { port } = server.address() as { port: number }
  return {
    url: (credentials = CREDENTIALS) => `${scheme}://${credentials}@${certificate ? 'localhost' : '127.0.0.1'}:${port}`,
    seen,
    stop() {
      for (const client of clients) client.destroy()
      server.close()
    },
  }
}
