import { type FakeStripe, startFakeStripe } from '#test/fake-stripe/server.ts'
import type { Shop } from './payments.ts'

/** Sets a shop up with a fake of Stripe's API, whose webhooks reach it. */
export async function openStripe(shop: Shop): Promise<FakeStripe> {
  const stripe = startFakeStripe({
    endpoint: () => 'https://switchyard.test/api/user/stripe/notify',
    deliver: (url, init) => shop.server.request(new URL(url).pathname, init),
  })
  Object.assign(shop.server.services.config.externals, { stripe: stripe.url })
  await shop.set('StripeSecretKey', stripe.key)
  await shop.set('StripeWebhookSecret', stripe.webhookSecret)
  return stripe
}
