import { createApp } from '#server/app.ts'
import { listen } from '#server/listen.ts'
import { openServices } from '#server/open.ts'
import { readConfig } from '#server/platform/config.ts'
import { setOptions } from '../harness/options.ts'
import { startFakeStripe } from './server.ts'

/**
 * A server as an operator runs it, except that Stripe's API is the one at STRIPE_URL, or a fake of its own with a page on
 * which a browser can pay. Prints its URL.
 */
const own = process.env.STRIPE_URL
  ? undefined
  : startFakeStripe({ endpoint: () => `${server.url}/api/user/stripe/notify`, reports: true })
const config = readConfig(process.env)
config.externals = { ...config.externals, stripe: process.env.STRIPE_URL ?? own?.url ?? '' }
const { services, close } = await openServices(config)
const { host: hostname, port, maxBodyBytes } = config
const server = listen(createApp(services), { hostname, port, maxBodyBytes, failed: console.error })
if (own) {
  const options = { ServerAddress: server.url, StripeSecretKey: own.key, StripeWebhookSecret: own.webhookSecret }
  await setOptions({ services }, options)
}

process.on('SIGTERM', async () => {
  await server.stop(true)
  await own?.stop()
  await close()
  process.exit(0)
})
console.log(`listens on ${server.url}`)
