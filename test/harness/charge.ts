import type { ChargeRecord } from '#server/money/accounting/records.ts'

/** A charge of user 1 and token 3 at channel 5, but for the given fields. */
export const chargeOf = (fields: Partial<ChargeRecord>): ChargeRecord => ({
  t: 'charge',
  id: '',
  at: 100,
  user: 1,
  name: '',
  token: 3,
  tokenName: '',
  limited: false,
  channel: 5,
  model: '',
  quota: 10,
  prompt: 0,
  completion: 0,
  seconds: 0,
  stream: false,
  log: true,
  content: '',
  other: '',
  carryIn: 0,
  carryOut: 0,
  ...fields,
})
