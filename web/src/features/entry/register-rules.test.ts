import { describe, expect, test } from 'bun:test'
import { emailProblem } from './email-problem.ts'
import { isToldEarly, problemsOf, type RegisterForm } from './register-rules.ts'

const good: RegisterForm = { username: 'ann', password: '12345678', repeat: '12345678', email: '', code: '' }

test('a form that keeps the rules has no problem', () => {
  expect(problemsOf(good, false)).toEqual({})
  expect(problemsOf({ ...good, email: 'a@example.com', code: '123456' }, true)).toEqual({})
})

test.each([
  [{ username: ' ' }, { username: 'usernameMissing' }],
  [{ username: 'thirteen-char' }, { username: 'usernameLong' }],
  [{ username: 'a b' }, { username: 'usernameCharacters' }],
  [{ username: 'a@b' }, { username: 'usernameCharacters' }],
  [{ username: ' ann ' }, {}],
  [{ password: '1234567', repeat: '1234567' }, { password: 'passwordShort' }],
  [{ password: '1'.repeat(21), repeat: '1'.repeat(21) }, { password: 'passwordLong' }],
  [{ repeat: '1234567' }, { repeat: 'mismatch' }],
] as const)('%j: %j', (change, problems) => {
  expect(problemsOf({ ...good, ...change }, false)).toEqual(problems)
})

test('address and code count only where they are asked for', () => {
  expect(problemsOf(good, true)).toEqual({ email: 'emailMissing', code: 'codeMissing' })
})

test.each(['a@example.com', ' a.b+c@mail.example.co '])('%p is an address', (address) => {
  expect(emailProblem(address)).toBeUndefined()
})

test.each(['a', 'a@b', 'a@@example.com', 'a@exa mple.com', '@example.com', 'a@.com', `${'a'.repeat(40)}@example.com`])(
  '%p is none',
  (address) => {
    expect(emailProblem(address)).toBe('emailInvalid')
  },
)

describe('while somebody types', () => {
  test('nothing is told that typing on may mend', () => {
    expect(isToldEarly('passwordShort', { ...good, password: '123' }, false)).toBe(false)
    expect(isToldEarly('mismatch', { ...good, repeat: '1234' }, false)).toBe(false)
    expect(isToldEarly('emailInvalid', good, false)).toBe(false)
    expect(isToldEarly('usernameMissing', good, true)).toBe(false)
  })

  test('what cannot become right is told at once', () => {
    expect(isToldEarly('usernameCharacters', good, false)).toBe(true)
    expect(isToldEarly('passwordLong', good, false)).toBe(true)
    expect(isToldEarly('mismatch', { ...good, repeat: '1235' }, false)).toBe(true)
  })

  test('a field that was left is judged as it is', () => {
    expect(isToldEarly('passwordShort', { ...good, password: '123' }, true)).toBe(true)
    expect(isToldEarly('mismatch', { ...good, repeat: '1234' }, true)).toBe(true)
    expect(isToldEarly('emailInvalid', { ...good, email: 'a' }, true)).toBe(true)
  })
})
