import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'
import { user } from './users.ts'

export const login = endpoint({
  method: 'POST',
  path: '/api/user/login',
  access: 'public',
  summary: 'Log in with username (or e-mail) and password; sets the session cookie',
  body: z.object({
    username: z.string().check(z.minLength(1), z.maxLength(100)),
    password: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  reply: user,
})

export const logout = endpoint({
  method: 'GET',
  path: '/api/user/logout',
  access: 'public',
  summary: 'End the session',
  reply: nothing,
})

export const self = endpoint({
  method: 'GET',
  path: '/api/user/self',
  access: 'user',
  summary: 'The logged-in user',
  reply: user,
})

export const updateSelf = endpoint({
  method: 'PUT',
  path: '/api/user/self',
  access: 'user',
  summary: 'Change own display name or password; a new password ends the other sessions',
  body: z.object({
    display_name: z.optional(z.string().check(z.maxLength(20))),
    original_password: z.optional(z.string().check(z.maxLength(200))),
    password: z.optional(
      z.union([z.literal(''), z.string().check(z.minLength(8, 'password_length'), z.maxLength(20, 'password_length'))]),
    ),
  }),
  reply: nothing,
})

export const selfModels = endpoint({
  method: 'GET',
  path: '/api/user/models',
  access: 'user',
  summary: 'Names of the enabled models of the own group',
  reply: z.array(z.string()),
})

export const selfGroups = endpoint({
  method: 'GET',
  path: '/api/user/self/groups',
  access: 'user',
  summary: 'Groups that the user may choose for a token, with their labels',
  reply: z.record(z.string(), z.string()),
})
