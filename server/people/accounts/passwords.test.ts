import { expect, test } from 'bun:test'
import { PASSWORD_COST, readConfig } from '../../platform/config.ts'
import { decoyOf, hashPassword, needsRehash, verifyPassword } from './passwords.ts'

const parametersOf = (hash: string) => hash.split('$').slice(1, 4)

test('a password belongs to its own hash alone', async () => {
  const hash = await hashPassword('correct horse')
  expect(await verifyPassword('correct horse', hash)).toBe(true)
  expect(await verifyPassword('Correct horse', hash)).toBe(false)
  expect(await verifyPassword('', undefined)).toBe(false)
})

test('what is compared for an account that does not exist costs what a real hash costs', async () => {
  for (const cost of [PASSWORD_COST, { memoryCost: 64, timeCost: 1 }]) {
    expect(parametersOf(decoyOf(cost))).toEqual(parametersOf(await hashPassword('any', cost)))
    expect(await verifyPassword('any', undefined, cost)).toBe(false)
  }
})

test('a hash of another cost is renewed', async () => {
  const cost = { memoryCost: 64, timeCost: 1 }
  const hash = await hashPassword('any', cost)
  expect(await verifyPassword('any', hash)).toBe(true)
  expect(needsRehash(hash, cost)).toBe(false)
  expect(needsRehash(hash, PASSWORD_COST)).toBe(true)
})

test('a server hashes as OWASP advises', () => {
  // https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id
  expect(readConfig({}).passwordCost).toEqual({ memoryCost: 19 * 1024, timeCost: 2 })
})
