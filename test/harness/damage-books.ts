import { Database } from 'bun:sqlite'
import { join } from 'node:path'

/** `bun damage-books.ts <data folder> <user id>`: makes a counter and the balance of a user wrong. */
const [folder = '', user = ''] = process.argv.slice(2)
const db = new Database(join(folder, 'switchyard.db'))
db.run('PRAGMA busy_timeout = 5000')
db.run('UPDATE users SET used_quota = used_quota + 7000, quota = quota + 250000 WHERE id = ?', [Number(user)])
db.close()
