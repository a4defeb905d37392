/** An answer that later turns of its token may refer to; texts are encrypted. */
export interface StoredResponseTable {
  /** The call's id. */
  id: string
  user_id: number
  /** 0 = the playground. */
  token_id: number
  created_at: number
  /** Size of both texts. */
  bytes: number
  /** The items of the request. */
  input: string
  output: string
  /** The response without its output; "" = an older version kept the row. */
  response: string
}

/** Where a vendor keeps a response, and whose it is. */
export interface ResponsePlaceTable {
  /** The vendor's id. */
  id: string
  user_id: number
  /** 0 = the playground. */
  token_id: number
  channel_id: number
  /** 0 = the channel has one key. */
  key_id: number
  model: string
  created_at: number
}

declare module '../../platform/store/tables.ts' {
  interface Tables {
    stored_responses: StoredResponseTable
    response_places: ResponsePlaceTable
  }
}
