import { isIP } from 'node:net'
import type { ProxyAddress } from '#contract/proxy-address.ts'
import { headEnd, parseHead } from './answer-head.ts'
import { proxyAuthorization } from './way.ts'

/** What is said to a proxy before it passes bytes on. Pure: bytes of the proxy in, bytes for it out. */
export interface TunnelHandshake {
  /** What is sent first. */
  readonly opening: Buffer
  /**
   * Takes bytes of the proxy and answers what is sent next, or that the tunnel is open, with the first bytes of the host.
   * Throws when the proxy refuses, or says something before it is asked.
   */
  received(bytes: Buffer): TunnelStep
}
interface TunnelStep {
  send?: Buffer
  open?: Buffer
}

const MAX_HEAD_BYTES = 16 * 1024

/** Begins a tunnel to a host. */
export function startTunnel(proxy: ProxyAddress, host: string, port: number): TunnelHandshake {
  return proxy.scheme === 'socks5' ? new Socks5(proxy, host, port) : new HttpConnect(proxy, host, port)
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-9.3.6 */
class HttpConnect implements TunnelHandshake {
  readonly opening: Buffer
  #head = Buffer.alloc(0)

  constructor(proxy: ProxyAddress, host: string, port: number) {
    const target = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
    const authorization = proxyAuthorization(proxy)
    this.opening = Buffer.from(
      `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorization ? `Proxy-Authorization: ${authorization}\r\n` : ''}\r\n`,
    )
  }

  received(bytes: Buffer): TunnelStep {
    this.#head = Buffer.concat([this.#head, bytes])
    const end = headEnd(this.#head)
    if (end < 0 && this.#head.length > MAX_HEAD_BYTES) throw new Error('the proxy does not speak HTTP')
    if (end < 0) return {}
    const { status } = parseHead(this.#head, 0, end)
    if (status === 407) throw new Error('the proxy refuses the name or password (status 407)')
    if (status < 200 || status > 299) throw new Error(`the proxy refuses the connection (status ${status})`)
    return { open: this.#head.subarray(end) }
  }
}

const SOCKS = 5
const NO_AUTHENTICATION = 0
const BY_PASSWORD = 2
/** https://www.rfc-editor.org/rfc/rfc1928#section-6 */
const SOCKS_REFUSALS = [
  'the proxy fails',
  'its rules forbid the connection',
  'the network cannot be reached',
  'the host cannot be reached',
  'the host refuses the connection',
  'the connection took too long',
  'it does not know the command',
  'it does not know this kind of address',
]

/** https://www.rfc-editor.org/rfc/rfc1928 with names and passwords by https://www.rfc-editor.org/rfc/rfc1929 */
class Socks5 implements TunnelHandshake {
  readonly opening: Buffer
  #step: 'method' | 'password' | 'connect' = 'method'
  #bytes = Buffer.alloc(0)

  constructor(
    private readonly proxy: ProxyAddress,
    private readonly host: string,
    private readonly port: number,
  ) {
    const methods = proxy.user || proxy.password ? [NO_AUTHENTICATION, BY_PASSWORD] : [NO_AUTHENTICATION]
    this.opening = Buffer.from([SOCKS, methods.length, ...methods])
  }

  received(bytes: Buffer): TunnelStep {
    this.#bytes = Buffer.concat([this.#bytes, bytes])
    if (this.#step === 'connect') return this.#readReply()
    if (this.#bytes.length < 2) return {}
    const [first, second] = this.#bytes
    this.#bytes = this.#bytes.subarray(2)
    if (this.#bytes.length > 0) throw new Error('the proxy answers before it is asked')
    if (this.#step === 'password') {
      if (second !== 0) throw new Error('the proxy refuses the name or password')
      return this.#connect()
    }
    if (first !== SOCKS) throw new Error('the proxy does not speak SOCKS5')
    if (second === NO_AUTHENTICATION) return this.#connect()
    if (second !== BY_PASSWORD || this.opening[1] === 1) throw new Error('the proxy asks for a name and a password')
    this.#step = 'password'
    const [user, password] = [Buffer.from(this.proxy.user), Buffer.from(this.proxy.password)]
    return { send: Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([password.length]), password]) }
  }

  #connect(): { send: Buffer } {
    this.#step = 'connect'
    const port = Buffer.from([this.port >> 8, this.port & 0xff])
    return { send: Buffer.concat([Buffer.from([SOCKS, 1, 0]), socksAddress(this.host), port]) }
  }

  #readReply(): TunnelStep {
    const [version, code = 0, , kind, first = 0] = this.#bytes
    if (this.#bytes.length < 5) return {}
    if (version !== SOCKS) throw new Error('the proxy does not speak SOCKS5')
    if (code !== 0) throw new Error(`the proxy refuses: ${SOCKS_REFUSALS[code - 1] ?? `code ${code}`}`)
    const length = 6 + (kind === 1 ? 4 : kind === 4 ? 16 : 1 + first)
    return this.#bytes.length < length ? {} : { open: this.#bytes.subarray(length) }
  }
}

/** An address as SOCKS5 writes it; a name is resolved by the proxy. */
function socksAddress(host: string): Buffer {
  const version = isIP(host)
  if (version === 4) return Buffer.from([1, ...host.split('.').map(Number)])
  if (version === 6) return Buffer.concat([Buffer.from([4]), ipv6Bytes(host)])
  const name = Buffer.from(host)
  return Buffer.concat([Buffer.from([3, name.length]), name])
}

function ipv6Bytes(address: string): Buffer {
  // URL writes the last 32 bits of an address that ends in IPv4 as two groups.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const [head, tail] = [groups(before), groups(after ?? '')]
  const all = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return Buffer.from(all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]))
}
