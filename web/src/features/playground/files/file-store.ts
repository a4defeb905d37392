import type { KeptFile } from './file-kinds.ts'

/** Content of files by their id, as data URLs: of this visit, and loaded from the browser's database. */
const contents = new Map<string, string>()

/** Returns the content of a file as a data URL, or undefined if it is not loaded or no longer there. */
export const dataOf = (id: string): string | undefined => contents.get(id)

/** Reads a file into memory. */
export async function readFile(id: string, file: Blob): Promise<void> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  contents.set(id, url)
}

/** Returns the files of messages whose content is not in memory. */
export const missingFiles = (messages: readonly { files?: readonly KeptFile[] }[]): KeptFile[] =>
  messages.flatMap(({ files = [] }) => files).filter(({ id }) => !contents.has(id))

interface Row {
  user: number
  id: string
  data: string
  savedAt: number
}

const STORE = 'files'

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open('playground', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'id' }).createIndex('user', 'user')
  return settled(opening)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function withStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await openDatabase()
  try {
    const transaction = database.transaction(STORE, mode)
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const [result] = await Promise.all([use(transaction.objectStore(STORE)), ended])
    return result
  } finally {
    database.close()
  }
}

/** Stores the content of files in the browser's database. Throws if there is no room. */
export async function saveFiles(user: number, files: readonly KeptFile[]): Promise<void> {
  if (files.length === 0) return
  await withStore('readwrite', (store) =>
    Promise.all(
      files.map(({ id }) => {
        const row: Row = { user, id, data: contents.get(id) ?? '', savedAt: Date.now() }
        return settled(store.put(row))
      }),
    ),
  )
}

/** Loads files into memory; those that are no longer there stay absent. */
export async function loadFiles(files: readonly KeptFile[]): Promise<void> {
  if (files.length === 0) return
  const rows = await withStore('readonly', (store) =>
    Promise.all(files.map(({ id }) => settled<Row | undefined>(store.get(id)))),
  )
  for (const row of rows) if (row) contents.set(row.id, row.data)
}

/** A file is kept this long without a conversation, as its deletion can be undone. */
const ORPHAN_MS = 3_600_000

/** Deletes the files of a user that no conversation names any more. */
export async function sweepFiles(user: number, named: ReadonlySet<string>): Promise<void> {
  await withStore('readwrite', async (store) => {
    const rows: Row[] = await settled(store.index('user').getAll(user))
    const gone = rows.filter(({ id, savedAt }) => !named.has(id) && Date.now() - savedAt > ORPHAN_MS)
    await Promise.all(gone.map(({ id }) => settled(store.delete(id))))
  })
}
