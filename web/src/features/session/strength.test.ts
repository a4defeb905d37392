import { describe, expect, test } from 'bun:test'
import { strengthOf } from './strength.ts'

describe('the strength of a password', () => {
  test.each([
    ['12345678', 'weak'],
    ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
    ['abcdefghijkl', 'weak'],
    ['password123456', 'weak'],
    ['Qwertyuiop1', 'weak'],
    ['tr0mbone', 'weak'],
    ['kestrel-42', 'fair'],
    ['v7#Kq2!mZp9x', 'strong'],
    ['maple tin orbit', 'strong'],
    ['天空之城里的列车', 'fair'],
  ] as const)('of %p is %p', (password, strength) => expect(strengthOf(password)).toBe(strength))

  test('is not raised by the own name, whatever stands in it', () => {
    expect(strengthOf('Kestrel(42', 'kestrel(42')).toBe('weak')
    expect(strengthOf('Kestrel(42', 'somebody')).toBe('fair')
  })
})
