import { isIP } from 'node:net'
import { connect } from 'node:tls'

const TIMEOUT_MS = 8000

/**
 * Reads until when the certificate of an https address is valid, in Unix seconds, whether it is trusted or not. Returns
 * undefined when the host does not answer. Nothing is sent to it.
 */
export function certificateExpiry(url: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return new Promise((resolve) => {
    const socket = connect({
      ...{ host, port: Number(port) || 443, rejectUnauthorized: false },
      ...(isIP(host) === 0 && { servername: host }),
    })
    const end = (expiry?: number) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(expiry)
    }
    const timer = setTimeout(end, TIMEOUT_MS)
    socket.once('error', () => end())
    socket.once('secureConnect', () => {
      const expiry = Date.parse(socket.getPeerCertificate().valid_to ?? '')
      end(Number.isNaN(expiry) ? undefined : Math.floor(expiry / 1000))
    })
  })
}
