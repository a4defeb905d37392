import { expect, test } from 'bun:test'
import { Hold } from './hold.ts'
import { Purse } from './purse.ts'

/** A purse with units, all of them held by one call. */
function heldPurse(units: number): Purse {
  const purse = new Purse(async () => ({ units: 0, carry: 0, fresh: false }))
  purse.granted = units
  purse.tryEnter(units)
  return purse
}

test('a hold that was split pays twice and gives everything back', () => {
  const [user, token] = [heldPurse(100), heldPurse(100)]
  const hold = new Hold(user, token, 100, 10)
  const part = hold.split(30)
  expect([hold.units, part?.units, user.held, user.active, token.active]).toEqual([70, 30, 100, 2, 2])
  expect(part?.settle(20_500).charge).toBe(20)
  expect([user.held, token.held, user.spent, token.spent]).toEqual([70, 70, 20, 20])
  expect(hold.settle(5_500)).toEqual({ charge: 6, carryIn: 500, carryOut: 0 })
  expect([user.held, user.active, user.available, token.active]).toEqual([0, 0, 74, 0])
})

test('no more can be taken out of a hold than is in it', () => {
  const hold = new Hold(heldPurse(10), undefined, 10, 0)
  expect([hold.split(11), hold.split(0), hold.split(-1)]).toEqual([undefined, undefined, undefined])
  expect(hold.units).toBe(10)
  hold.release()
  expect(hold.split(1)).toBeUndefined()
})

test('a charge that is taken back takes its thousandths with it, also from the call that has used them', () => {
  const user = heldPurse(100)
  user.leave(100)
  const [first, second] = [1, 2].map(() => {
    user.tryEnter(10)
    return new Hold(user, undefined, 10, 0)
  })
  expect(first?.settle(700)).toEqual({ charge: 0, carryIn: 0, carryOut: 700 })
  expect(second?.settle(1_400)).toEqual({ charge: 2, carryIn: 700, carryOut: 100 })
  first?.takeBack()
  expect(user.spent * 1000 + user.carry).toBe(1_400)
  expect(user.unsettled).toEqual({ calls: 1, units: 2, carry: -600 })
})
