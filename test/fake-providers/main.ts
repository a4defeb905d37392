import { createApp } from '#server/app.ts'
import { listen } from '#server/listen.ts'
import { openServices } from '#server/open.ts'
import { readConfig } from '#server/platform/config.ts'
import { setOptions } from '../harness/options.ts'
import { CLIENT } from './desk.ts'
import { startFakeProviders, TURNSTILE_SECRET, WECHAT_TOKEN } from './server.ts'

/** A server as an operator runs it, except that its identity providers and bot check are the fakes. Prints its URL. */
const fake = await startFakeProviders()
const config = { ...readConfig(process.env), externals: fake.externals }
const { services, close } = await openServices(config)
const { host: hostname, port, maxBodyBytes } = config
const server = listen(createApp(services), { hostname, port, maxBodyBytes, failed: console.error })

/** Everything that a provider needs is filled in; tests switch on the ones that they use. */
await setOptions(
  { services },
  {
    ServerAddress: server.url,
    GitHubClientId: CLIENT.id,
    GitHubClientSecret: CLIENT.secret,
    GoogleClientId: CLIENT.id,
    GoogleClientSecret: CLIENT.secret,
    DiscordClientId: CLIENT.id,
    DiscordClientSecret: CLIENT.secret,
    OIDCIssuer: fake.oidcIssuer,
    OIDCDisplayName: 'Works SSO',
    OIDCClientId: CLIENT.id,
    OIDCClientSecret: CLIENT.secret,
    WeChatServerAddress: `${fake.url}/wechat`,
    WeChatServerToken: WECHAT_TOKEN,
    WeChatAccountQRCodeImageURL: `${server.url}/favicon.svg`,
    TelegramBotName: 'works_bot',
    TelegramBotToken: '123:telegram',
    TurnstileSiteKey: 'site-key',
    TurnstileSecretKey: TURNSTILE_SECRET,
  },
)
fake.wechat.set('wechat-code', 'openid-1')
for (const answer of ['person-1', 'person-2', 'person-3', 'person-4']) fake.humans.add(answer)

process.on('SIGTERM', async () => {
  await server.stop(true)
  await fake.stop()
  await close()
  process.exit(0)
})
console.log(`listens on ${server.url}`)
