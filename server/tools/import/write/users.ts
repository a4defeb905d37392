import { ROLE } from '#contract/roles.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import type { ImportContext } from '../context.ts'
import { type MappedUser, mapUser, USER_COLUMNS, type UserFacts, type UserMoney } from '../mapping/users.ts'
import { type Remark, remark } from '../report.ts'
import { pagesOf } from '../source/reader.ts'
import { addOpening } from './openings.ts'
import { findOrigins, fingerprint, freeIds, type Origin, saveOrigin } from './origins.ts'
import { reserveIds } from './queries.ts'

/** What is remembered of a user: the amounts when they were last read, and a fingerprint of the rest. */
interface UserState extends UserMoney {
  print: string
  /** The name here. */
  name: string
  /** Joined with a user who was here: nothing but amounts follows the source. */
  merged?: true
}

interface UserPage {
  free: Set<number>
  names: Set<string>
  codes: Set<string>
  origins: Map<string, Origin>
  root: { id: number; username: string } | undefined
}

/** Imports the users, a page in a transaction. The balance of each is in the books with its row. */
export async function importUsers(ctx: ImportContext, facts: UserFacts): Promise<void> {
  await reserveIds(ctx, 'users')
  for await (const rows of pagesOf(ctx.reader, ctx.schema, { table: 'users', columns: USER_COLUMNS })) {
    await ctx.checkpoint()
    const users = rows.map((row) => mapUser(row, facts))
    const page = await readPage(ctx, users)
    if (ctx.dry) for (const user of users) await importUser(ctx, ctx.store.db, page, user)
    else {
      await ctx.store.db.transaction().execute(async (trx) => {
        for (const user of users) await importUser(ctx, trx, page, user)
      })
    }
  }
}

async function readPage(ctx: ImportContext, users: readonly MappedUser[]): Promise<UserPage> {
  const { db } = ctx.store
  const names = users.map(({ username }) => username)
  const codes = users.map(({ aff_code }) => aff_code).filter(Boolean)
  const taken = await db.selectFrom('users').select('username').where('username', 'in', names).execute()
  const takenCodes = await db
    .selectFrom('users')
    .select('aff_code')
    .where('aff_code', 'in', ['', ...codes])
    .execute()
  const root = db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('role', '=', ROLE.root)
    .where('deleted_at', 'is', null)
  const ids = users.map(({ sourceId }) => sourceId)
  return {
    free: await freeIds(db, 'users', ids),
    names: new Set(taken.map(({ username }) => username)),
    codes: new Set(takenCodes.flatMap(({ aff_code }) => aff_code ?? [])),
    origins: await findOrigins(ctx, 'user', ids),
    root: await root.orderBy('id').executeTakeFirst(),
  }
}

async function importUser(ctx: ImportContext, trx: Queryable, page: UserPage, user: MappedUser): Promise<void> {
  const origin = page.origins.get(String(user.sourceId))
  if (origin) {
    ctx.ids.rootSeen ||= user.role === ROLE.root
    return updateUser(ctx, trx, origin, user)
  }
  const isRoot = user.role === ROLE.root && user.deleted_at === null
  const merged = isRoot && page.root !== undefined && !ctx.ids.rootSeen
  if (isRoot && !merged && page.root) {
    user.role = ROLE.admin
    user.remarks.push(remark('second_root', user.username))
  }
  ctx.ids.rootSeen ||= isRoot
  const here = merged && page.root ? await mergeUser(ctx, trx, page.root, user) : await insertUser(ctx, trx, page, user)
  if (isRoot) page.root ??= here
  const { id, username: name } = here
  ctx.ids.users.set(user.sourceId, id)
  ctx.ids.names.set(user.sourceId, name)
  ctx.tally.count('users', 'taken')
  ctx.tally.note('users', user.remarks)
  if (ctx.dry) return noteIdentities(ctx, user)
  await addOpening(trx, id, user.money.quota)
  const state: UserState = { ...user.money, print: printOf(user), name, ...(merged && { merged }) }
  await saveOrigin(trx, ctx, 'user', { source_id: String(user.sourceId), target_id: id, state: JSON.stringify(state) })
  await linkIdentities(ctx, trx, id, user)
}

/** The first root of a source joins the super administrator who is here. */
async function mergeUser(ctx: ImportContext, trx: Queryable, root: Here, user: MappedUser): Promise<Here> {
  user.remarks.push(remark('root_merged', user.username))
  if (!ctx.dry) await addMoney(trx, root.id, user.money)
  return root
}

/** A user of this server. */
interface Here {
  id: number
  username: string
}

async function insertUser(ctx: ImportContext, trx: Queryable, page: UserPage, user: MappedUser): Promise<Here> {
  const { remarks } = user
  const username = await freeName(trx, page.names, user.username)
  if (username !== user.username) remarks.push(remark('user_renamed', `${user.username} → ${username}`))
  page.names.add(username)
  const codeTaken = user.aff_code !== '' && page.codes.has(user.aff_code)
  if (codeTaken) remarks.push(remark('invite_code_taken', user.username))
  if (user.aff_code) page.codes.add(user.aff_code)
  if (ctx.dry) return { id: user.sourceId, username }
  const row = await trx
    .insertInto('users')
    .values({
      ...(page.free.has(user.sourceId) && { id: user.sourceId }),
      ...columnsOf(user),
      ...user.money,
      username,
      access_token: user.accessToken ? ctx.vault.hash(user.accessToken) : null,
      aff_code: codeTaken || user.aff_code === '' ? null : user.aff_code,
      // Who invited is there before: ids grow.
      inviter_id: ctx.ids.users.get(user.inviter) ?? 0,
      created_time: user.created_time,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: row.id, username }
}

/** What a later run writes again when the source has changed it. */
const columnsOf = (user: MappedUser) => ({
  password: user.password,
  display_name: user.display_name,
  role: user.role,
  status: user.status,
  email: user.email,
  github_id: user.github_id,
  wechat_id: user.wechat_id,
  telegram_id: user.telegram_id,
  linux_do_id: user.linux_do_id,
  oidc_id: user.oidc_id,
  group: user.group,
  deleted_at: user.deleted_at,
})

const printOf = (user: MappedUser) => {
  const { money: _, remarks: _r, identityRemarks: _i, ...rest } = user
  return fingerprint([rest])
}

async function freeName(db: Queryable, taken: ReadonlySet<string>, name: string): Promise<string> {
  if (!taken.has(name)) return name
  for (let number = 2; ; number++) {
    const next = `${name}-${number}`
    const used = await db.selectFrom('users').select('id').where('username', '=', next).executeTakeFirst()
    if (!used && !taken.has(next)) return next
  }
}

async function updateUser(ctx: ImportContext, trx: Queryable, origin: Origin, user: MappedUser): Promise<void> {
  const { target_id: id } = origin
  ctx.ids.users.set(user.sourceId, id)
  const before = JSON.parse(origin.state) as UserState
  ctx.ids.names.set(user.sourceId, before.name)
  const { money } = user
  const difference: UserMoney = {
    quota: money.quota - before.quota,
    aff_count: money.aff_count - before.aff_count,
    aff_quota: money.aff_quota - before.aff_quota,
    aff_history: money.aff_history - before.aff_history,
  }
  const print = printOf(user)
  const moved = Object.values(difference).some((amount) => amount !== 0)
  const changed = print !== before.print && !before.merged
  ctx.tally.count('users', moved || changed ? 'updated' : 'same')
  if (ctx.dry || !(moved || print !== before.print)) return
  if (moved) {
    await addMoney(trx, id, difference)
    await addOpening(trx, id, difference.quota)
  }
  if (changed) {
    await trx.updateTable('users').set(columnsOf(user)).where('id', '=', id).execute()
    await linkIdentities(ctx, trx, id, user)
  }
  const state: UserState = { ...money, print, name: before.name, ...(before.merged && { merged: true }) }
  await saveOrigin(trx, ctx, 'user', { ...origin, state: JSON.stringify(state) })
}

async function addMoney(trx: Queryable, id: number, money: UserMoney): Promise<void> {
  await trx
    .updateTable('users')
    .set((set) => ({
      quota: set('quota', '+', money.quota),
      aff_count: set('aff_count', '+', money.aff_count),
      aff_quota: set('aff_quota', '+', money.aff_quota),
      aff_history: set('aff_history', '+', money.aff_history),
    }))
    .where('id', '=', id)
    .execute()
}

function noteIdentities({ tally }: ImportContext, user: MappedUser): void {
  tally.count('identities', 'taken', user.identities.length)
  tally.count('identities', 'left_out', user.identityRemarks.length)
  tally.note('identities', user.identityRemarks)
}

/** An account at a provider belongs to the first who has it. */
async function linkIdentities({ tally }: ImportContext, trx: Queryable, id: number, user: MappedUser): Promise<void> {
  const taken: Remark[] = []
  for (const { provider, subject, shown } of user.identities) {
    const linked = await trx
      .insertInto('user_identities')
      .values({ provider, subject, shown, user_id: id, created_at: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst()
    if (linked) continue
    const owner = trx.selectFrom('user_identities').select('user_id')
    const known = await owner.where('provider', '=', provider).where('subject', '=', subject).executeTakeFirst()
    if (known?.user_id !== id) taken.push(remark('identity_taken', `${user.username} (${provider})`))
  }
  tally.count('identities', 'taken', user.identities.length - taken.length)
  tally.count('identities', 'left_out', taken.length + user.identityRemarks.length)
  tally.note('identities', [...taken, ...user.identityRemarks])
}
