import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectNone, ROOT } from './sources.ts'

/** What has gone wrong in gateways of this kind, and the tests that fail if it goes wrong here: file → names. */
type Lessons = Record<string, Record<string, string[]>>

const MONEY: Lessons = {
  'Calls at the same time spend a balance that was only looked at, and the rich are not looked at at all': {
    'test/money/parallel.test.ts': ['on a balance for a third: never more than one slice over (stream: %p)'],
    'test/field/charges.test.ts': ['gets not one call on credit, however many come at once'],
    'server/money/accounting/hold.test.ts': ['lets an owner pass the balance by less than one slice in all'],
    'server/money/accounting/accounting.test.ts': ['two nodes share a wallet without passing it'],
  },
  'A code is redeemed twice because it is read before it is marked': {
    'server/sales/redemption/redemption.test.ts': [
      'many at once, by one user and by many: one succeeds',
      'against switching it off and deleting it at once: it is used, or it is not, and the money agrees',
    ],
  },
  'Who has just paid is still told that there is no money': {
    'server/sales/redemption/redemption.test.ts': [
      'of somebody whose wallet was empty a moment ago counts for the next call',
    ],
    'server/sales/topup/callback.test.ts': ['a wallet of which a node holds a part is credited all the same'],
  },
  'What a call set aside is lost with the process that remembered it': {
    'server/money/accounting/accounting.test.ts': [
      'a call that was interrupted is logged once and not charged',
      'the lease of a silent node is returned by another, and its late charges still count',
    ],
    'test/money/kill.test.ts': [
      'while charges are settled: every answer that arrived in full is billed exactly once, and all books agree',
    ],
    'server/money/watchdog/watchdog.test.ts': ['a lease without a living node'],
  },
  'Usage that waits in memory is lost in a crash, grows without end, or does not fit into one statement': {
    'server/money/accounting/accounting.test.ts': [
      'a process that dies loses no charge and doubles none, wherever it dies',
      'calls go on from leases in memory while the database is away, and settle afterwards',
    ],
    'server/money/accounting/settler.test.ts': [
      'brings charges of many batches in once each and in order, while others arrive',
    ],
    'test/field/settlement.test.ts': ['callers who pay at the same moment are all in the books: no batch is too wide'],
  },
  'Hanging up makes a call free, while the upstream goes on and sends its bill': {
    'test/money/aborts.test.ts': [
      '%s pays for what was delivered, and the upstream is cancelled',
      'a channel that drains pays exactly what the upstream bills',
    ],
    'test/api/relay-stream.test.ts': ['ends the call of the upstream, and pays for what was delivered'],
  },
  'A call that breaks is charged too much: its error counts as output, or attempts that lost are billed': {
    'test/field/charges.test.ts': ['the text of an error is not output that somebody pays for'],
    'test/api/relay-stream.test.ts': [
      'that says nothing before it breaks is an error with a status, and costs nothing',
    ],
    'test/api/relay-retry.test.ts': ['answers as if it had been the first, and the row tells the path'],
  },
  'Reservations for the worst case refuse honest callers, or are never released': {
    'server/money/accounting/balance-set.test.ts': [
      'conserves every unit in any interleaving, and nothing stays held',
      'never refuses a call while the balance covers all of them, however much they set aside meanwhile',
    ],
    'test/money/parallel.test.ts': [
      'on a balance that just covers them: none is refused (stream: %p)',
      'afterwards channels agree and nothing is held',
    ],
    'test/api/relay-stream.test.ts': ['leaves nothing held and no call in progress'],
  },
  'Cached tokens are subtracted from a prompt that never held them, and the charge is negative': {
    'server/formats/dialects/openai-usage.test.ts': ['never counts below zero, nor beyond what the vendor counted'],
    'test/field/charges.test.ts': [
      'cached tokens that a vendor counts beside the prompt never pay the caller (stream: %p)',
    ],
  },
  'Usage that a stream tells more than once is added up': {
    'server/calls/upstream/answers/openai-answer-stream.test.ts': [
      'that is cumulative counts once, and its chunks pass because they carry text',
    ],
    'test/field/charges.test.ts': ['usage that comes again with every event, growing or the same, counts once'],
  },
  // There are no tiers by length yet, and one shape of usage: what holds is that no price is guessed or left out.
  'A price is missing or not applied, and nobody notices': {
    'server/money/prices/default-prices.test.ts': [
      'price every model exactly one way',
      'never prices a cache read above the input it is a discount of',
    ],
    'test/api/relay-admission.test.ts': [
      'a model without a price is refused, and sold at the default ratio when the option is on',
    ],
    'server/formats/dialects/openai-usage.test.ts': ['the components add up to the total of the vendor (%#)'],
    'server/money/watchdog/watchdog.test.ts': ['a charge that does not follow from its receipt'],
  },
  'Amounts are rounded call by call, kept as fractions, or do not fit into 32 bits': {
    'server/money/accounting/hold.test.ts': ['charges what many tiny costs sum up to'],
    'server/money/accounting/accounting.test.ts': ['carries thousandths over to the next lease'],
    'test/field/columns.test.ts': [
      'no column that holds money, tokens, times or ids has 32 bits',
      'the largest balance is kept and summed to the unit',
    ],
    'test/field/charges.test.ts': ['is charged amounts beyond 32 bits to the unit'],
  },
  'A payment is made and never credited, because its callback was the only chance': {
    'server/cluster/jobs/orders.test.ts': [
      'credits a payment whose callback never came',
      'credits what was missed, also for expired orders, and reports it',
      'an order that was paid with another amount is neither credited nor expired',
      'a commit that fails answers no success, and the payment is not lost',
    ],
    'test/api/conventions.test.ts': ['do not lose the callbacks of a gateway, which all come from one address'],
  },
  'What failed later is paid all the same, or given back twice': {
    'test/api/drawings.test.ts': [
      'that fails is given back once, however many polls and callbacks there are',
      '%s: told with code %i, listed with the reason, and free',
    ],
    'test/api/drawing-ends.test.ts': ['%s: after an hour they have failed and are given back'],
    'test/api/songs.test.ts': ['what fails is given back once, however many polls there are'],
    'test/money/kill-tasks.test.ts': ['each told task is paid once, each failed one given back once'],
    'server/sales/topup/orders.test.ts': ['takes back what the order added, once, however often it is asked for'],
  },
  'Realtime calls are relayed and not billed': {
    'test/api/relay-realtime.test.ts': ['relays both ways, and each response is a row that explains its charge'],
    'test/api/relay-realtime-ends.test.ts': [
      'a caller that leaves in mid response pays for what it got, and the upstream is closed',
      'is in the journal before the caller has the end of the answer',
      'of nothing is nothing: a session without a response leaves no row and nothing held',
    ],
    'test/money/realtime.test.ts': ['on a balance that just covers them: none is refused'],
    'test/money/kill-realtime.test.ts': [
      'times: every response that a caller has got to its end is billed once',
      'lets responses finish',
    ],
    'test/field/charges.test.ts': ['what cannot be billed is not relayed: tasks at a channel that answers'],
  },
  'Statistics and logs tell different sums': {
    'server/insight/statistics/stat.test.ts': [
      'the sum from roll-ups and edges is the sum over the rows, whatever the filter',
      'also when rows have been deleted, in the middle of an hour too',
    ],
    'server/money/watchdog/watchdog.test.ts': ['agrees with what calls leave behind, and has looked at all of it'],
    'test/api/fuzz.test.ts': ['afterwards the books still agree'],
  },
}

const SAFETY: Lessons = {
  // No image is published: what runs is what the lockfile names.
  'A published image holds a program that nobody built': {
    'test/codebase/supply.test.ts': ['every package is the one that was locked, byte for byte'],
  },
  'A search full of wildcards keeps the database busy': {
    'test/field/callers.test.ts': [
      'a pattern with a hundred wildcards',
      'a longer text than anybody means is refused',
      'every text in a query has a greatest length',
    ],
    'server/people/tokens/tokens.test.ts': ['finds by part of the name, wildcards being plain characters'],
    'server/people/users/list.test.ts': ['by name, e-mail and display name, wildcards being plain characters'],
  },
  'Knowing an id is enough to get what belongs to somebody else': {
    'test/api/foreign-ids.test.ts': [
      'there is an attack for every endpoint by which a user can name something',
      '%s does not answer for what belongs to another',
    ],
    'test/api/drawings.test.ts': ['is a reason to ask, and never believed'],
    'server/calls/tasks/tasks.test.ts': ['of oneself alone, whatever is asked for, without channels'],
    'server/insight/logs/logs.test.ts': ['hide channels and what is for administrators, and nobody else’s rows appear'],
  },
  'A payment callback is believed with an empty secret, or completes the order of another gateway': {
    'server/sales/topup/callback.test.ts': [
      'anything while %s is empty',
      'a signature of an empty key',
      'another gateway',
      'another currency',
      'another amount on record',
      'a payment that has paid for another order',
    ],
    'server/sales/topup/payments/epay.test.ts': ['without %s there is no gateway'],
  },
  'A package that is installed, or one of its own packages, turns hostile overnight': {
    'test/codebase/supply.test.ts': [
      'no package runs code of its own while it is installed, but those that must',
      'versions are exact, so that an update is always somebody’s decision',
      'packages come from a registry, not from addresses or repositories',
    ],
  },
  'Text of a caller becomes part of a database statement': {
    'test/codebase/edges.test.ts': ['no SQL is built from strings', 'SQL is written in the store and in queries'],
    'test/api/fuzz.test.ts': ['requests made from the OpenAPI document never fail inside and never hang'],
  },
  'A cache takes the beginning of a credential for the whole': {
    'test/field/callers.test.ts': [
      'tokens that differ in their last character belong to their own owners',
      'a part of a session’s secret, or its stored form, is no session',
    ],
  },
  'Settings can be written by anybody who is logged in': {
    'test/api/authorisation.test.ts': [
      'treats %s as it should',
      'somebody has thought about who may call each endpoint',
    ],
    'server/platform/audits/audits.test.ts': ['shows what administrators did to root, and nothing to administrators'],
  },
  'What an administrator types is run as a program': {
    'test/codebase/edges.test.ts': ['no program is started and no text is run as code'],
  },
  'The stored form of a password is as good as the password': {
    'test/field/secrets.test.ts': ['equal passwords are stored differently, and what is stored is no password'],
    'server/people/accounts/session.test.ts': ['wrong password, unknown user, deleted user and ban have one message'],
  },
  'Credentials of callers are in the log': {
    'test/field/secrets.test.ts': ['holds no credential of a caller, a user or an upstream, whatever goes wrong'],
    'server/platform/log.test.ts': ['%p loses what lets somebody in'],
    'server/sales/topup/callback.test.ts': ['wrong callbacks are logged with the reason, without key and signature'],
  },
  'Streams that are broken off on purpose are never billed': {
    'test/money/aborts.test.ts': ['%s pays for what was delivered, and the upstream is cancelled'],
  },
  'A way around the login leads to what administrators may do': {
    'test/api/authorisation.test.ts': [
      'nothing is answered that is neither declared nor relayed',
      'the contract asks for the same',
    ],
    'server/people/accounts/session.test.ts': ['a ban and a demotion work at once'],
    'server/people/users/manage.test.ts': ['%s asks to %s'],
  },
  'Servers with the known first password are open to everybody': {
    'server/platform/config.test.ts': [
      'only this machine can reach a server, whose root has the known first password',
      'the first password can be chosen before the first start',
    ],
    // On the way it asks for another password, until there is one.
    'test/e2e/journey.e2e.ts': ['works in the console alone, along its checklist'],
  },
  'Passwords are guessed without end': {
    'server/platform/meters/console-limits.test.ts': [
      'wrong passwords lock out the pair of address and account, not others behind the address',
      'guesses from many addresses slow one another down, and lock nobody out',
    ],
    'server/people/accounts/session.test.ts': [
      'an account under attack opens at once on a device that knows it, and after a wait on another',
    ],
    'server/people/accounts/registration.test.ts': ['cannot be guessed: after twenty wrong tries it is none'],
  },
  'Errors show where an upstream is': {
    'server/calls/upstream/upstream-failure.test.ts': ['no caller learns'],
    'test/api/relay-retry.test.ts': ['nothing of addresses when none can be reached'],
    'server/people/identity/identity.test.ts': ['a provider that is down is told of, without its address'],
  },
  'Keys lie readable in the database and in copies of it': {
    'test/field/secrets.test.ts': [
      'no table holds a key, a token, a code, a session or a password in clear',
      'nor does a file of the data folder, so that neither does a copy of it',
    ],
    'server/platform/store/vault.test.ts': ['refuses what another key has sealed, and what was changed'],
    'test/harness/secrets.test.ts': ['the key of a channel fails whatever reply it is in, also when it is new'],
  },
  'The server fetches addresses that a caller has chosen': {
    'test/field/callers.test.ts': [
      'addresses in messages are for the upstream alone',
      'a model’s name cannot leave its place in the address of a channel',
    ],
    'server/wire/egress/call-service.test.ts': ['a redirect is not followed'],
    'test/api/relay-retry.test.ts': ['of a bad gateway after a redirect, which is not followed'],
    'test/api/drawing-images.test.ts': ['is not fetched from %s, which is not the platform', '%s is not handed out'],
    'test/codebase/edges.test.ts': ['outgoing connections are opened by server/wire/egress'],
  },
}

for (const [lesson, proofs] of Object.entries({ ...MONEY, ...SAFETY })) {
  test(lesson, () => {
    expect(Object.keys(proofs)).not.toBeEmpty()
    const missing = Object.entries(proofs).flatMap(([file, names]) => {
      const text = textOf(file)
      return names.filter((name) => !isTold(text, name)).map((name) => `${file}: ${name}`)
    })
    expectNone(missing, 'The lesson has lost its test. Name the one that has taken its place:')
  })
}

function textOf(file: string): string {
  try {
    return readFileSync(join(ROOT, file), 'utf8')
  } catch {
    return ''
  }
}

/** Whether a string ends with a text: the name of a test, of a group, or of a row of one, without what is filled in. */
function isTold(text: string, name: string): boolean {
  return ["'", '"', '`'].some((quote) => text.includes(name + quote))
}
