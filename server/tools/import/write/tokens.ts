import { TOKEN_STATUS } from '#contract/statuses.ts'
import { pick } from '../../../platform/json/pick.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import { type ImportContext, nameKey } from '../context.ts'
import { type MappedToken, mapToken, TOKEN_COLUMNS } from '../mapping/tokens.ts'
import { remark } from '../report.ts'
import { importPages, type Page } from './import-pages.ts'
import { changedColumns, isEmpty, type Origin, type Prints, printsOf, readState, saveState } from './origins.ts'
import { takenHashes } from './queries.ts'

/** What is remembered of a token as the source had it: its balance, and prints of the columns. */
interface TokenState {
  quota: number
  prints: Prints
}

interface TokenPage extends Page {
  /** Hashes of keys that a token has already. */
  taken: Set<string>
}

/** Imports the tokens. Their keys stay as they are. */
export const importTokens = (ctx: ImportContext): Promise<void> =>
  importPages(ctx, {
    table: 'tokens',
    kind: 'token',
    columns: TOKEN_COLUMNS,
    map: (rows) => rows.map((row) => mapToken(row, ctx.kind)),
    readFacts: async (tokens) => ({
      taken: await takenHashes(
        ctx.store.db,
        'tokens',
        tokens.map(({ key }) => ctx.vault.hash(key)),
      ),
    }),
    write: (trx, page, token) => importToken(ctx, trx, page, token),
  })

async function importToken(ctx: ImportContext, trx: Queryable, page: TokenPage, token: MappedToken): Promise<void> {
  const { tally, ids } = ctx
  const origin = page.origins.get(String(token.sourceId))
  if (origin) return updateToken(ctx, trx, page, origin, token)
  const owner = ids.users.get(token.owner)
  const hash = ctx.vault.hash(token.key)
  if (owner === undefined || token.key === '' || page.taken.has(hash)) {
    const problem = owner === undefined ? 'token_owner' : token.key === '' ? 'token_empty' : 'token_taken'
    tally.count('tokens', 'left_out')
    return tally.note('tokens', [remark(problem, token.name || `#${token.sourceId}`)])
  }
  page.taken.add(hash)
  const id = ctx.dry ? token.sourceId : await insertToken(ctx, trx, page, token, owner)
  remember(ctx, token, { id, owner })
  tally.count('tokens', 'taken')
  tally.note('tokens', token.remarks)
  if (!ctx.dry) await saveToken(ctx, trx, token, id)
}

async function insertToken(ctx: ImportContext, trx: Queryable, page: TokenPage, token: MappedToken, owner: number) {
  const row = await trx
    .insertInto('tokens')
    .values({
      ...(page.free.has(token.sourceId) && { id: token.sourceId }),
      ...columnsOf(token),
      user_id: owner,
      key: ctx.vault.encrypt(token.key),
      key_hash: ctx.vault.hash(token.key),
      created_time: token.created_time,
      accessed_time: token.accessed_time,
      remain_quota: token.remain_quota,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const columnsOf = (token: MappedToken) => ({
  ...pick(token, 'status name expired_time unlimited_quota model_limits_enabled model_limits allow_ips group'),
  ...pick(token, 'deleted_at'),
})

function remember({ ids }: ImportContext, token: MappedToken, here: { id: number; owner: number }): void {
  ids.tokens.set(token.sourceId, here)
  // Of several with one name, the first one that is not deleted stands for it.
  const name = nameKey(token.owner, token.name)
  if (!ids.tokensByName.has(name) || token.deleted_at === null) ids.tokensByName.set(name, token.sourceId)
}

/** What a later run compares: a key that was replaced there answers here no longer. */
const comparedOf = ({ vault }: ImportContext, token: MappedToken) => ({
  ...columnsOf(token),
  owner: token.owner,
  key_hash: vault.hash(token.key),
})

function saveToken(ctx: ImportContext, trx: Queryable, token: MappedToken, target_id: number): Promise<void> {
  const state: TokenState = { quota: token.remain_quota, prints: printsOf(comparedOf(ctx, token)) }
  return saveState(trx, ctx, 'token', { sourceId: token.sourceId, target_id, state })
}

/** A later run adds what was spent or given there since, and writes what was changed there. */
async function updateToken(ctx: ImportContext, trx: Queryable, page: TokenPage, origin: Origin, token: MappedToken) {
  const { target_id: id } = origin
  const before = readState<TokenState>(origin)
  const difference = token.remain_quota - (before.quota ?? 0)
  const { owner, key_hash, ...columns } = changedColumns(comparedOf(ctx, token), before.prints)
  const user_id = ctx.ids.users.get(token.owner)
  remember(ctx, token, { id, owner: user_id ?? 0 })
  const newOwner = before.prints && owner !== undefined && user_id !== undefined ? { user_id } : {}
  const newKey = before.prints && key_hash ? keyColumns(ctx, page, token) : {}
  const changed = { ...columns, ...newOwner, ...newKey }
  const isSame = difference === 0 && isEmpty(changed)
  ctx.tally.count('tokens', isSame ? 'same' : 'updated')
  if (ctx.dry || (isSame && before.prints)) return
  await trx
    .updateTable('tokens')
    .set((set) => ({ ...changed, remain_quota: set('remain_quota', '+', difference) }))
    .where('id', '=', id)
    .execute()
  await saveToken(ctx, trx, token, id)
}

/** The columns of a new key; a key that another token has is left out, and the token does not answer to the old one. */
function keyColumns({ vault, tally }: ImportContext, { taken }: TokenPage, token: MappedToken) {
  const hash = vault.hash(token.key)
  if (token.key !== '' && !taken.has(hash)) {
    taken.add(hash)
    return { key: vault.encrypt(token.key), key_hash: hash }
  }
  tally.note('tokens', [remark(token.key === '' ? 'token_empty' : 'token_taken', token.name || `#${token.sourceId}`)])
  return { status: TOKEN_STATUS.disabled }
}
