/** The signature as docs.stripe.com/webhooks describes it; written apart from Stripe's client. */
export const signatureOf = (secret: string, at: number, body: string) =>
  new Bun.CryptoHasher('sha256', secret).update(`${at}.${body}`).digest('hex')

/** The `Stripe-Signature` header; while a secret is rolled, one signature for each. */
export const signatureHeader = (secrets: readonly string[], body: string, at = Math.floor(Date.now() / 1000)) =>
  [`t=${at}`, ...secrets.map((secret) => `v1=${signatureOf(secret, at, body)}`), 'v0=0'].join(',')
