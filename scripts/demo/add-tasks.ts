import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { drawingRows, taskRows } from './task-rows.ts'

/**
 * `bun scripts/demo/add-tasks.ts DATA_DIR USER_ID CHANNEL_ID`: puts drawing tasks and asynchronous tasks into the
 * database of a server that runs on SQLite, since nothing else makes them without a drawing service.
 */
const [dataDir = '', userId, channelId] = process.argv.slice(2)
const owner = { userId: Number(userId), channel: Number(channelId) }
const now = Math.floor(Date.now() / 1000)
const db = new Database(join(dataDir, 'switchyard.db'), { readwrite: true, create: false })
db.run('PRAGMA busy_timeout = 5000')
db.transaction(() => {
  for (const row of drawingRows(now, owner)) insert('midjourneys', row)
  for (const row of taskRows(now, owner)) insert('tasks', row)
})()
db.close()

function insert(table: string, row: object) {
  const places = Object.keys(row).map((column) => `$${column}`)
  const values = Object.fromEntries(Object.entries(row).map(([column, value]) => [`$${column}`, value]))
  db.query(`INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})`).run(values)
}
