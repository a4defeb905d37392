import { generateKeyPairSync, sign } from 'node:crypto'

/** A self-signed certificate and its key, as PEM. */
export interface Certificate {
  key: string
  cert: string
}

const SEQUENCE = 0x30
const SET = 0x31
/** Object identifiers in DER: sha256WithRSAEncryption, commonName, subjectAltName. */
const SHA256_RSA = Buffer.from('06092a864886f70d01010b', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const ALT_NAME = Buffer.from('0603551d11', 'hex')
const NULL = Buffer.from('0500', 'hex')

/** Makes a certificate for a host name, valid for a day around now: https://www.rfc-editor.org/rfc/rfc5280#section-4.1 */
export function selfSigned(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const algorithm = der(SEQUENCE, SHA256_RSA, NULL)
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(0x0c, Buffer.from(host)))))
  const day = 86_400_000
  const validity = der(SEQUENCE, utcTime(Date.now() - day / 2), utcTime(Date.now() + day / 2))
  const altName = der(SEQUENCE, ALT_NAME, der(0x04, der(SEQUENCE, der(0x82, Buffer.from(host)))))
  const content = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, altName)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const certificate = der(SEQUENCE, content, algorithm, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const utcTime = (at: number) => der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))
