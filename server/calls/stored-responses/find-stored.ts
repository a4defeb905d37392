import type { Store } from '../../platform/store/database.ts'
import type { Vault } from '../../platform/store/vault.ts'
import { decompress, decryptText } from './compressed-text.ts'
import { findResponses, type ResponseQuery } from './queries.ts'
import { isSameOwner, type Owner, type StoredResponse } from './stored-response.ts'
import type { WaitingResponses } from './waiting-responses.ts'

/** Ids of one statement. */
const IDS_PER_STATEMENT = 50

/** Where responses are found: those that are still to be written, and the database. */
export interface ResponseSources {
  waiting: Pick<WaitingResponses, 'find'>
  store: Store
  vault: Vault
  /** Seconds after which a response has expired. */
  seconds: number
}

/** Finds the responses of an owner; missing ones, and those of others, are left out. */
export async function findStored(
  { ids, inputOf }: ResponseQuery,
  owner: Owner,
  sources: ResponseSources,
): Promise<Map<string, StoredResponse>> {
  const found = new Map<string, StoredResponse>()
  const others: string[] = []
  for (const id of ids) {
    const own = sources.waiting.find(id)
    if (!own) others.push(id)
    else if (isSameOwner(own.owner, owner))
      found.set(id, {
        input: () => decompress(own.input),
        output: () => decompress(own.output),
        response: () => decompress(own.response) as object,
      })
  }
  for (let from = 0; from < others.length; from += IDS_PER_STATEMENT) {
    const some = { ids: others.slice(from, from + IDS_PER_STATEMENT), inputOf }
    await addRows(found, some, owner, sources)
  }
  return found
}

async function addRows(
  found: Map<string, StoredResponse>,
  query: ResponseQuery,
  owner: Owner,
  { store, vault, seconds }: ResponseSources,
): Promise<void> {
  for (const { id, input, output, response } of await findResponses(store, query, owner, seconds)) {
    if (!isReadable(output, vault)) continue
    found.set(id, {
      input: () => decompress(decryptText(input, vault)),
      output: () => decompress(decryptText(output, vault)),
      response: () => (response === '' ? undefined : (decompress(decryptText(response, vault)) as object)),
    })
  }
}

/** False = it was encrypted with a key that has been replaced. */
const isReadable = (sealed: string, { keyId }: Vault) => sealed.split('.', 2)[1] === keyId
