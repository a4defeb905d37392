import { within } from '../../platform/async/with-timeout.ts'
import { readDatabaseClock } from '../../platform/store/database-facts.ts'
import { certificateExpiry } from '../../wire/egress/certificate.ts'
import { type Finding, findingsOf } from './finding.ts'
import type { Check, Patient, ReachedPatient } from './patient.ts'
import { listUpstreams } from './queries.ts'

const TIMEOUT_MS = 3000
const SKEW_MS = { warning: 2000, error: 30_000 }
const EXPIRY_DAYS = { warning: 21, error: 3 }
const DAY = 86_400
const MAX_UPSTREAMS = 100

/** Whether Redis answers, how fast, and what its clock says. */
export const redisCheck: Check<Patient> = {
  area: 'redis',
  async run({ config: { redisUrl } }) {
    const { ok, warning, error } = findingsOf('redis')
    if (!redisUrl) return [ok('not configured')]
    const { redisClient } = await import('../../platform/store/redis-client.ts')
    let problem = 'no answer'
    const client = redisClient(redisUrl, ({ message }) => {
      problem = message
    })
    try {
      const began = performance.now()
      await within(TIMEOUT_MS, new Promise((resolve) => client.once('ready', resolve)))
      const [seconds, microseconds] = await within(TIMEOUT_MS, client.time())
      const took = Math.round(performance.now() - began)
      const text = `answers (${took} ms with the connection)`
      const clock = clockFinding('Redis', Number(seconds) * 1000 + Number(microseconds) / 1000)
      return [
        took > 500
          ? warning(text, 'move Redis closer to the nodes or reduce its load; each limited call needs it')
          : ok(text),
        clock,
      ]
    } catch {
      return [
        error(
          `does not answer: ${problem}`,
          'check REDIS_URL, its password and the network; meanwhile limits are per node',
        ),
      ]
    } finally {
      client.disconnect()
    }
  },
}

/** The clock of PostgreSQL beside that of this machine. */
export const clockCheck: Check<ReachedPatient> = {
  area: 'clock',
  async run({ store }) {
    if (store.engine === 'sqlite') return [findingsOf('clock').ok('only the clock of this machine is used')]
    const before = Date.now()
    const theirs = await readDatabaseClock(store)
    return [clockFinding('PostgreSQL', theirs, (before + Date.now()) / 2)]
  },
}

function clockFinding(whose: string, theirs: number, ours = Date.now()): Finding {
  const { ok, warning, error } = findingsOf('clock')
  const skew = Math.abs(theirs - ours)
  const text = `${whose} and this machine are ${(skew / 1000).toFixed(1)} s apart`
  const advice = 'run a time service (chrony, systemd-timesyncd) on both machines'
  if (skew > SKEW_MS.error) return error(text, advice)
  return skew > SKEW_MS.warning ? warning(text, advice) : ok(text)
}

/** Until when the certificates of the site, and of upstreams if wanted, are valid. */
export const certificatesCheck: Check<ReachedPatient> = {
  area: 'certificates',
  async run({ store, options, upstreams }) {
    const { ok } = findingsOf('certificates')
    const site = options.get('ServerAddress') ?? ''
    const addresses = [site, ...(upstreams ? await listUpstreams(store.db) : [])]
    const origins = new Set(
      addresses.flatMap((address) => {
        const url = URL.parse(address)
        return url?.protocol === 'https:' ? [url.origin] : []
      }),
    )
    if (origins.size === 0) return [ok('the public address (ServerAddress) has no certificate')]
    return Promise.all([...origins].slice(0, MAX_UPSTREAMS).map(certificateFinding))
  },
}

async function certificateFinding(origin: string): Promise<Finding> {
  const { ok, warning, error } = findingsOf('certificates')
  const expiry = await certificateExpiry(origin)
  if (expiry === undefined) {
    return warning(
      `${origin} does not answer from here`,
      'open it in a browser; a server need not be able to reach its own address',
    )
  }
  const days = Math.floor((expiry - Date.now() / 1000) / DAY)
  const text =
    days < 0 ? `the certificate of ${origin} has expired` : `the certificate of ${origin} is valid for ${days} days`
  const advice = 'renew it, and check why automatic renewal failed'
  if (days < EXPIRY_DAYS.error) return error(text, advice)
  return days < EXPIRY_DAYS.warning ? warning(text, advice) : ok(text)
}
