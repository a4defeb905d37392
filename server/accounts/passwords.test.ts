import { expect, test } from 'bun:test'
import { DECOY, hashPassword, verifyPassword } from './passwords.ts'

const parametersOf = (hash: string) => hash.split('$').slice(1, 4)

test('a password belongs to its own hash alone', async () => {
  const hash = await hashPassword('correct horse')
  expect(await verifyPassword('correct horse', hash)).toBe(true)
  expect(await verifyPassword('Correct horse', hash)).toBe(false)
  expect(await verifyPassword('', undefined)).toBe(false)
})

test('what is compared for an account that does not exist costs what a real hash costs', async () => {
  expect(parametersOf(DECOY)).toEqual(parametersOf(await hashPassword('any')))
})
