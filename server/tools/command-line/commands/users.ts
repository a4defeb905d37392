import type { Input } from '#contract/api/endpoint.ts'
import {
  createUser,
  getUser,
  listUsers,
  manageUser,
  PASSWORD_LENGTH,
  searchUsers,
  type User,
  type UserAction,
  updateUser,
} from '#contract/api/users.ts'
import { allPages } from '../all-pages.ts'
import type { ApiClient } from '../api-client.ts'
import { type Given, UsageError } from '../arguments.mjs'
import { type Command, CommandError } from '../command.ts'
import { ROLE_NAMES, USER_STATUS_NAMES, wholeNumber } from '../names.ts'
import { tableText } from '../output.ts'
import { firstLine } from './login.ts'

const DEFAULT_ROWS = 100
const USER = [{ name: 'user' }]
const USER_DETAILS = 'A user is an id or a username.'
const GROUP = { type: 'string', value: 'GROUP' } as const

const list: Command = {
  name: 'users list',
  summary: 'List users, newest first',
  flags: {
    search: { type: 'string', value: 'TEXT', help: 'ID, or part of username, email or display name' },
    group: { ...GROUP, help: 'only this group' },
    limit: { type: 'string', value: 'N', help: `maximum rows; default ${DEFAULT_ROWS}` },
  },
  remote: true,
  json: true,
  async run({ given, output, server }) {
    const client = server()
    const [keyword, group] = [given.text('search') ?? '', given.text('group') ?? '']
    const users = await allPages(limitOf(given), (p, page_size) =>
      keyword || group
        ? client.call(searchUsers, { query: { keyword, group, p, page_size } })
        : client.call(listUsers, { query: { p, page_size } }),
    )
    output.result(users, () => usersText(users))
  },
}

const show: Command = {
  name: 'users show',
  summary: 'Show one user',
  arguments: USER,
  details: USER_DETAILS,
  remote: true,
  json: true,
  async run({ given, output, server }) {
    const user = await findUser(server(), given.at(0))
    output.result(user, () => usersText([user]))
  },
}

const create: Command = {
  name: 'users create',
  summary: 'Create a user',
  arguments: [{ name: 'username' }],
  flags: {
    'display-name': { type: 'string', value: 'TEXT', help: 'display name; default: the username' },
    'password-stdin': {
      type: 'boolean',
      help: 'read the password from standard input; otherwise one is generated and printed',
    },
    group: { ...GROUP, help: 'group; default: default' },
    quota: { type: 'string', value: 'UNITS', help: 'balance in quota units' },
  },
  remote: true,
  json: true,
  async run({ given, output, server }) {
    const client = server()
    const quota = given.text('quota') === undefined ? undefined : wholeNumber(given.text('quota') ?? '', '--quota')
    const made = given.on('password-stdin') ? undefined : newPassword()
    const password = made ?? (await firstLine())
    const username = given.at(0)
    await client.call(createUser, { body: { username, password, display_name: given.text('display-name') ?? '' } })
    let user = await findUser(client, username)
    const group = given.text('group')
    if (group !== undefined || quota !== undefined) {
      user = await client.call(updateUser, { body: { id: user.id, group, quota } }).catch((error: Error) => {
        throw new CommandError(`${username} was created with the id ${user.id}, but: ${error.message}`)
      })
    }
    output.result({ ...user, ...(made && { password: made }) }, () => usersText([user]))
    if (made && !output.json) output.line(`\nPassword: ${made}`)
  },
}

const setQuota: Command = {
  name: 'users set-quota',
  summary: 'Set the balance of a user, or change it by +N or -N',
  arguments: [{ name: 'user' }, { name: 'units' }],
  flags: { reason: { type: 'string', value: 'TEXT', help: 'recorded in the user’s log and the audit log' } },
  details: `${USER_DETAILS} Write -- before a negative change: switchyard users set-quota -- alice -500.`,
  remote: true,
  json: true,
  async run({ given, output, server }) {
    const client = server()
    const units = given.at(1)
    const change = /^[+-]/.test(units) ? { quota_change: units } : { quota: wholeNumber(units, '<units>') }
    if (/^[+-]/.test(units)) wholeNumber(units.slice(1), '<units>')
    const { id, quota, used_quota } = await findUser(client, given.at(0))
    const reason = given.text('reason')
    // Refused where the balance has changed by more than calls since it was read.
    const seen = 'quota' in change ? { seen: { quota, used_quota } } : {}
    const user = await client.call(updateUser, { body: { id, ...change, ...seen, ...(reason && { reason }) } })
    output.result(user, () => usersText([user]))
  },
}

const set: Command = {
  name: 'users set',
  summary: 'Change the group, ratio or display name of a user',
  arguments: USER,
  flags: {
    group: { ...GROUP, help: 'group' },
    ratio: { type: 'string', value: 'RATIO', help: 'multiplies all charges of the user; 1 = no change' },
    'display-name': { type: 'string', value: 'TEXT', help: 'display name' },
  },
  details: USER_DETAILS,
  remote: true,
  json: true,
  async run({ given, output, server }) {
    const client = server()
    const ratio = given.text('ratio')
    if (ratio !== undefined && !(Number(ratio) >= 0)) throw new UsageError('--ratio must be a number from 0')
    const wanted: Partial<Input<typeof updateUser>['body']> = {
      ...(given.text('group') && { group: given.text('group') }),
      ...(given.text('display-name') && { display_name: given.text('display-name') }),
      ...(ratio !== undefined && { user_ratio: Number(ratio) }),
    }
    if (Object.keys(wanted).length === 0)
      throw new UsageError('Nothing to change: give --group, --ratio or --display-name')
    const { id } = await findUser(client, given.at(0))
    const user = await client.call(updateUser, { body: { id, ...wanted } })
    output.result(user, () => usersText([user]))
  },
}

const manage = (action: UserAction, summary: string): Command => ({
  name: `users ${action}`,
  summary,
  arguments: USER,
  details: USER_DETAILS,
  remote: true,
  json: true,
  async run({ given, output, server }) {
    const client = server()
    const { id } = await findUser(client, given.at(0))
    await client.call(manageUser, { body: { id, action } })
    const user = await client.call(getUser, { params: { id } })
    output.result(user, () => usersText([user]))
  },
})

export const userCommands: Command[] = [
  list,
  show,
  create,
  set,
  setQuota,
  manage('enable', 'Enable a user'),
  manage('disable', 'Ban a user; calls and logins are refused immediately'),
]

/** Finds a user by id or exact username. Throws a CommandError. */
export async function findUser(client: ApiClient, name: string): Promise<User> {
  if (/^\d+$/.test(name)) return client.call(getUser, { params: { id: Number(name) } })
  const found = await client.call(searchUsers, { query: { keyword: name } })
  const user = found.find(({ username, DeletedAt }) => username === name && DeletedAt === null)
  if (!user) throw new CommandError(`There is no user ${name}`)
  return client.call(getUser, { params: { id: user.id } })
}

export const limitOf = (given: Given): number =>
  Math.max(1, wholeNumber(given.text('limit') ?? String(DEFAULT_ROWS), '--limit'))

function usersText(users: readonly User[]): string {
  return tableText(
    ['ID', 'USER', 'ROLE', 'STATUS', 'GROUP', 'BALANCE', 'USED', 'CALLS'],
    users.map((user) => [
      user.id,
      user.username,
      ROLE_NAMES[user.role] ?? user.role,
      user.DeletedAt ? 'deleted' : (USER_STATUS_NAMES[user.status] ?? user.status),
      user.group,
      user.quota,
      user.used_quota,
      user.request_count,
    ]),
  )
}

/** Within the lengths that are allowed, without signs that a shell reads. */
function newPassword(): string {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const random = crypto.getRandomValues(new Uint32Array(PASSWORD_LENGTH.max))
  return [...random].map((number) => letters[number % letters.length]).join('')
}
