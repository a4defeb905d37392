import type { OptionKey } from '#contract/options.ts'
import type { Place } from './databases.ts'
import { type MailHost, startMailHost } from './mail.ts'
import { setOptions } from './options.ts'
import { startServer, type TestServer } from './server.ts'

/** A server that sends its mails to a mail host of its own. */
export interface MailingServer {
  server: TestServer
  mails: MailHost
  close(): Promise<void>
}

/** Starts both; the site is called 测试站. */
export async function startMailingServer(
  place: Place,
  options: Partial<Record<OptionKey, unknown>> = {},
): Promise<MailingServer> {
  const server = await startServer(place, { logLevel: 'silent' })
  const mails = await startMailHost()
  await setOptions(server, {
    SMTPServer: '127.0.0.1',
    SMTPPort: mails.port,
    SMTPFrom: 'gateway@example.com',
    SystemName: '测试站',
    ...options,
  })
  return {
    server,
    mails,
    async close() {
      await server.close()
      await mails.stop()
    },
  }
}
