import {
  createToken,
  deleteToken,
  listTokens,
  MAX_NEW_TOKENS,
  searchTokens,
  type Token,
  updateToken,
} from '#contract/api/tokens.ts'
import { listUserTokens, type UserToken } from '#contract/api/users.ts'
import { TOKEN_STATUS } from '#contract/statuses.ts'
import { allPages } from '../all-pages.ts'
import type { Command } from '../command.ts'
import { TOKEN_STATUS_NAMES, timeOf, wholeNumber } from '../names.ts'
import { tableText, timeText } from '../output.ts'
import { findUser, limitOf } from './users.ts'

const IDS = [{ name: 'id', many: true as const }]

const list: Command = {
  name: 'tokens list',
  summary: 'List own tokens or those of a user, newest first, without their keys',
  flags: {
    user: { type: 'string', value: 'USER', help: 'ID or username, for administrators' },
    search: { type: 'string', value: 'TEXT', help: 'ID, or part of the name or note, of own tokens' },
    limit: { type: 'string', value: 'N', help: `maximum rows; default ${MAX_NEW_TOKENS}` },
  },
  remote: true,
  json: true,
  async run({ given, output, server }) {
    const client = server()
    const [name, keyword] = [given.text('user'), given.text('search')]
    const id = name === undefined ? undefined : (await findUser(client, name)).id
    const rows = await allPages<Token | UserToken>(limitOf(given), (p, size) => {
      if (id !== undefined) return client.call(listUserTokens, { params: { id }, query: { p, page_size: size } })
      return keyword
        ? client.call(searchTokens, { query: { keyword, p, size, page_size: size } })
        : client.call(listTokens, { query: { p, size } })
    })
    const tokens = rows.map((row) => ('key' in row ? { ...row, key: undefined } : row))
    output.result(tokens, () => tokensText(rows))
  },
}

const create: Command = {
  name: 'tokens create',
  summary: 'Create a token and print its key once',
  arguments: [{ name: 'name' }],
  flags: {
    quota: {
      type: 'string',
      value: 'UNITS',
      help: 'quota units that the token may spend; default: no limit of its own',
    },
    group: { type: 'string', value: 'GROUP', help: "group; default: the user's group" },
    models: { type: 'string', value: 'LIST', help: 'only these models; patterns such as claude-* are allowed' },
    expires: { type: 'string', value: 'TIME', help: 'duration such as 90m or 7d, or a date' },
    tag: { type: 'string', value: 'TAG', multiple: true, help: 'a tag' },
    note: { type: 'string', value: 'TEXT', help: 'a note' },
  },
  remote: true,
  json: true,
  async run({ given, output, server }) {
    const quota = given.text('quota')
    const expires = given.text('expires')
    const models = given.text('models') ?? ''
    const token = await server().call(createToken, {
      body: {
        name: given.at(0),
        ...(quota === undefined ? { unlimited_quota: true } : { remain_quota: wholeNumber(quota, '--quota') }),
        ...(expires !== undefined && { expired_time: timeOf(expires, '--expires', 1) }),
        ...(models && { model_limits_enabled: true, model_limits: models }),
        group: given.text('group') ?? '',
        tags: given.texts('tag'),
        note: given.text('note') ?? '',
      },
    })
    const key = `sk-${token.key}`
    output.result({ ...token, key }, () => `${tokensText([token])}\n\nKey: ${key}`)
  },
}

const setStatus = (verb: 'enable' | 'disable', status: number): Command => ({
  name: `tokens ${verb}`,
  summary: verb === 'enable' ? 'Enable own tokens' : 'Disable own tokens: calls with them fail at once',
  arguments: IDS,
  remote: true,
  async run({ given, output, server }) {
    const client = server()
    for (const id of idsOf(given.positionals)) {
      await client.call(updateToken, { query: { status_only: 'true' }, body: { id, status } })
      output.line(`${id} is ${verb}d`)
    }
  },
})

const remove: Command = {
  name: 'tokens delete',
  summary: 'Delete own tokens',
  destroys: ({ positionals }) =>
    `Delete ${positionals.length === 1 ? 'the token' : 'the tokens'} ${positionals.join(', ')} for ever?`,
  arguments: IDS,
  remote: true,
  async run({ given, output, server }) {
    const client = server()
    for (const id of idsOf(given.positionals)) {
      await client.call(deleteToken, { params: { id } })
      output.line(`${id} is deleted`)
    }
  },
}

export const tokenCommands: Command[] = [
  list,
  create,
  setStatus('enable', TOKEN_STATUS.enabled),
  setStatus('disable', TOKEN_STATUS.disabled),
  remove,
]

const idsOf = (texts: readonly string[]) => texts.map((text) => wholeNumber(text, '<id>'))

function tokensText(tokens: readonly (Token | UserToken)[]): string {
  return tableText(
    ['ID', 'NAME', 'STATUS', 'GROUP', 'USED', 'LEFT', 'EXPIRES'],
    tokens.map((token) => [
      token.id,
      token.name,
      TOKEN_STATUS_NAMES[token.status] ?? token.status,
      token.group,
      token.used_quota,
      token.unlimited_quota ? 'unlimited' : String(token.remain_quota),
      timeText(token.expired_time) || 'never',
    ]),
  )
}
