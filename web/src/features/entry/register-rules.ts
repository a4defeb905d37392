import { PASSWORD_LENGTH, USERNAME_MAX } from '#contract/api/users.ts'
import { emailProblem } from './email-problem.ts'

/** The values of the registration form. */
export interface RegisterForm {
  username: string
  password: string
  repeat: string
  email: string
  code: string
}
export type RegisterField = keyof RegisterForm

/** The fields in display order. */
export const REGISTER_FIELDS = ['username', 'password', 'repeat', 'email', 'code'] as const

/** Locale keys of the validation errors. */
export type Problem =
  | 'usernameMissing'
  | 'usernameLong'
  | 'usernameCharacters'
  | 'passwordShort'
  | 'passwordLong'
  | 'passwordBlank'
  | 'mismatch'
  | 'emailMissing'
  | 'emailInvalid'
  | 'codeMissing'

/** Returns the errors by field. Applies the server's rules before the request. */
export function problemsOf(form: RegisterForm, needsEmail: boolean): Partial<Record<RegisterField, Problem>> {
  return {
    ...named('username', usernameProblem(form.username.trim())),
    ...named('password', passwordProblem(form.password)),
    ...named('repeat', form.password === form.repeat ? undefined : 'mismatch'),
    ...(needsEmail ? named('email', emailProblem(form.email)) : {}),
    ...(needsEmail && !form.code ? { code: 'codeMissing' } : {}),
  }
}

const named = (field: RegisterField, problem: Problem | undefined) => (problem ? { [field]: problem } : {})

function usernameProblem(name: string): Problem | undefined {
  if (!name) return 'usernameMissing'
  if (/[\s@\p{C}]/u.test(name)) return 'usernameCharacters'
  return name.length > USERNAME_MAX ? 'usernameLong' : undefined
}

function passwordProblem(password: string): Problem | undefined {
  if (password.length < PASSWORD_LENGTH.min) return 'passwordShort'
  if (password.length > PASSWORD_LENGTH.max) return 'passwordLong'
  return password.trim() === '' ? 'passwordBlank' : undefined
}

/**
 * Returns whether an error is shown before submission: at once when further typing cannot fix it, others only
 * after the field was left.
 */
export function isToldEarly(problem: Problem, form: RegisterForm, wasLeft: boolean): boolean {
  if (problem === 'usernameLong' || problem === 'usernameCharacters' || problem === 'passwordLong') return true
  if (problem === 'mismatch') return form.repeat !== '' && (wasLeft || !form.password.startsWith(form.repeat))
  if (problem === 'passwordShort') return wasLeft && form.password !== ''
  return problem === 'emailInvalid' && wasLeft
}
