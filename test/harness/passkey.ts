import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type * as z from 'zod/mini'
import type { passkeyResponse } from '#contract/api/passkeys.ts'

type Response = z.infer<typeof passkeyResponse>
interface Options {
  challenge: string
  [key: string]: unknown
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const hex = (text: string) => Buffer.from(text, 'hex')
const PRESENT_AND_VERIFIED = 0x05
const HAS_KEY = 0x40

/** A passkey in software (w3.org/TR/webauthn-3): an ES256 key without attestation. */
export class SoftwarePasskey {
  readonly id = randomBytes(16)
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  counter = 0
  /** What the authenticator says of the user: present, and verified by a finger or a PIN. */
  flags = PRESENT_AND_VERIFIED

  constructor(readonly origin: string) {}

  /** What a browser returns after it made this passkey. */
  create({ challenge }: Options): Response {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
    const cose = Buffer.concat([hex('a5010203262001215820'), left, hex('225820'), right])
    const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cose])
    const data = Buffer.concat([this.authenticatorData(this.flags | HAS_KEY), key])
    // {"fmt": "none", "attStmt": {}, "authData": bytes} in CBOR
    const head = Buffer.concat([
      hex('a363666d74646e6f6e656761747453746d74a0686175746844617461'),
      Buffer.from([0x58, data.length]),
    ])
    return this.wrap({
      clientDataJSON: this.clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: Buffer.concat([head, data]).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** What a browser returns after it signed with this passkey. */
  sign({ challenge }: Options): Response {
    this.counter += 1
    const data = this.authenticatorData(this.flags)
    const client = this.clientData('webauthn.get', challenge)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.keys.privateKey)
    return this.wrap({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    })
  }

  private authenticatorData(flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(new URL(this.origin).hostname), Buffer.from([flags]), counter])
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }

  private wrap(response: Record<string, unknown>): Response {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }
}
