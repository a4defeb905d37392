// In a separate file: every page loads the routes, which check addresses by it.
const ID = /^[\w-]{1,64}$/

/** Whether a text can be the id of a conversation: it becomes part of a key of the storage. */
export const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value)
