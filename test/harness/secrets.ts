import { ROLE } from '#contract/roles.ts'
import type { App } from '#server/app.ts'
import type { Calls } from '#server/calls/calls.ts'
import type { Money } from '#server/money/money.ts'
import type { Platform } from '#server/platform/platform.ts'

type Fetch = App['fetch']

/** Shorter texts appear by chance. */
const SHORTEST = 8
/** What no reply may hold, whoever asks: hashes of passwords, and secrets as they are stored. */
const NEVER = [/\$argon2/, /\bv1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{22,}/]

/**
 * Looks through every reply of a server for what must not be in it: keys of channels, secret options, stored forms, and
 * tokens and codes of others. All of these pass through the vault, so that is where they are learned from.
 */
export function watchReplies(services: Platform & Money & Calls, fetch: Fetch): Fetch {
  const secrets = learnSecrets(services)
  const viewersOf = createViewers(services)

  async function check(request: Request, text: string): Promise<void> {
    const place = `the reply to ${request.method} ${new URL(request.url).pathname}`
    if (NEVER.some((pattern) => pattern.test(text))) throw new Error(`${place} holds the stored form of a secret`)
    const found = [...secrets].filter((secret) => text.includes(secret))
    if (found.length === 0) return
    const [secret] = await notToBeShown(services, viewersOf, request, found)
    if (secret !== undefined) throw new Error(`${place} holds a secret: ${secret}`)
  }

  return async (request, connection) => {
    const response = await fetch(request, connection)
    await check(request, JSON.stringify([...response.headers]))
    if (!response.body) return response
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      return new Response(response.body.pipeThrough(streamCheck((text) => check(request, text))), response)
    }
    await check(request, await response.clone().text())
    return response
  }
}

/** Every text that is sealed, and every keyed hash, from now on. */
function learnSecrets({ vault }: Platform & Money & Calls): ReadonlySet<string> {
  const secrets = new Set<string>()
  const learn = (text: string) => void (text.length >= SHORTEST && secrets.add(text))
  const { encrypt, hash: index } = vault
  vault.encrypt = (text) => {
    learn(text)
    return encrypt(text)
  }
  vault.hash = (text) => {
    const hash = index(text)
    learn(hash)
    return hash
  }
  return secrets
}

/** Who may see a secret. Owners see their tokens, administrators see codes. */
type Viewers = { owner: number } | 'administrators'

/** Returns a function that finds out who may see a secret. What was found stays so, and is not looked for again. */
function createViewers({
  store: { db },
  vault,
}: Platform & Money & Calls): (secret: string) => Promise<Viewers | undefined> {
  const known = new Map<string, Viewers>()

  async function find(hash: string): Promise<Viewers | undefined> {
    const token = await db.selectFrom('tokens').select('user_id').where('key_hash', '=', hash).executeTakeFirst()
    if (token) return { owner: token.user_id }
    const former = await db
      .selectFrom('former_token_keys')
      .innerJoin('tokens', 'tokens.id', 'former_token_keys.token_id')
      .select('tokens.user_id')
      .where('former_token_keys.key_hash', '=', hash)
      .executeTakeFirst()
    if (former) return { owner: former.user_id }
    const code = await db.selectFrom('redemptions').select('id').where('key_hash', '=', hash).executeTakeFirst()
    return code && 'administrators'
  }

  return async (secret) => {
    const viewers = known.get(secret) ?? (await find(vault.hash(secret)))
    if (viewers) known.set(secret, viewers)
    return viewers
  }
}

/** Returns those of some secrets that the caller of a request may not see. */
async function notToBeShown(
  { store: { db }, vault }: Platform & Money & Calls,
  viewersOf: ReturnType<typeof createViewers>,
  request: Request,
  secrets: readonly string[],
): Promise<string[]> {
  const caller = Number(request.headers.get('new-api-user')) || 0
  const found = await Promise.all(secrets.map(async (secret) => ({ secret, viewers: await viewersOf(secret) })))
  const others = found.filter(({ viewers }) => typeof viewers !== 'object' || viewers.owner !== caller)
  if (others.length === 0) return []
  const user = await db.selectFrom('users').select('role').where('id', '=', caller).executeTakeFirst()
  const isAdmin = user !== undefined && user.role >= ROLE.admin
  // Whoever adds an authenticator app sees its secret until it is confirmed.
  const app = await db
    .selectFrom('authenticators')
    .select('secret')
    .where('user_id', '=', caller)
    .where('confirmed_at', '=', 0)
    .executeTakeFirst()
  const own = app && vault.decrypt(app.secret)
  return others
    .filter(({ secret, viewers }) => secret !== own && !(isAdmin && viewers === 'administrators'))
    .map(({ secret }) => secret)
}

/** Passes a stream on as it comes; the end of each chunk is seen again with the next. */
function streamCheck(check: (text: string) => Promise<void>): TransformStream<Uint8Array, Uint8Array> {
  const OVERLAP = 200
  const decoder = new TextDecoder()
  let tail = ''
  return new TransformStream({
    async transform(chunk, controller) {
      const text = tail + decoder.decode(chunk, { stream: true })
      await check(text)
      tail = text.slice(-OVERLAP)
      controller.enqueue(chunk)
    },
  })
}
