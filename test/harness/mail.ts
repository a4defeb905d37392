import { setTimeout } from 'node:timers/promises'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { PATIENCE_MS } from './until.ts'

/** A mail as its reader sees it. */
export interface ReceivedMail {
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  /** As it came over the wire. */
  raw: string
}

/** A mail server on a loopback port that keeps what it gets. */
export interface MailHost {
  port: number
  received: ReceivedMail[]
  /** The last mail to an address, as soon as there is one that was not handed out before. */
  next(to: string): Promise<ReceivedMail>
  stop(): Promise<void>
}

/** Starts a mail server, under Bun or Node; without options it takes everything and offers no encryption. */
export async function startMailHost(options: SMTPServerOptions = {}): Promise<MailHost> {
  const received: ReceivedMail[] = []
  const handedOut = new Set<ReceivedMail>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username }),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        const to = rcptTo.map(({ address }) => address)
        received.push({ from, to, ...readMail(Buffer.concat(parts).toString('utf8')) })
        done()
      })
    },
    ...options,
  })
  // Clients that hang up in the middle of a handshake are part of the tests.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }

  async function next(to: string): Promise<ReceivedMail> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await setTimeout(5)) {
      const mail = received.findLast((candidate) => candidate.to.includes(to) && !handedOut.has(candidate))
      if (!mail) continue
      handedOut.add(mail)
      return mail
    }
    throw new Error(`no mail came for ${to}`)
  }
  return { port, received, next, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

function readMail(raw: string): Pick<ReceivedMail, 'subject' | 'text' | 'html' | 'raw'> {
  const boundary = /boundary="?([^"\r\n;]+)/i.exec(raw)?.[1]
  const parts = boundary ? raw.split(`--${boundary}`) : [raw]
  const part = (type: string) => {
    const found = parts.find((candidate) => new RegExp(`content-type: ${type}`, 'i').test(candidate)) ?? ''
    const [, head = '', body = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(found.trimStart()) ?? []
    return decodeBody(body, /content-transfer-encoding: (\S+)/i.exec(head)?.[1] ?? '')
  }
  const subject = /^subject: ((?:.|\r?\n[ \t])*)/im.exec(raw)?.[1] ?? ''
  return { subject: decodeWords(subject.trim()), text: part('text/plain'), html: part('text/html'), raw }
}

function decodeBody(body: string, encoding: string): string {
  if (encoding.toLowerCase() === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding.toLowerCase() === 'quoted-printable' ? decodeQuoted(body.replace(/=\r?\n/g, '')) : body
}

/** Encoded words of a header (RFC 2047). */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    )
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
