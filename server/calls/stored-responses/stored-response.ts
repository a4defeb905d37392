/** The owner of a response; only the owner can refer to it. */
export interface Owner {
  user: number
  /** 0 = none. */
  token: number
}

export interface NewResponse {
  /** The call's id. */
  id: string
  owner: Owner
  /** Compressed lists of items. */
  input: Buffer
  output: Buffer
  /** The compressed response without its output. */
  response: Buffer
}

/** The items of a response that is still stored. */
export interface StoredResponse {
  input(): unknown
  output(): unknown
  /** The response without its output; undefined = an older version kept it. */
  response(): object | undefined
}

export const isSameOwner = (one: Owner, other: Owner) => one.user === other.user && one.token === other.token
