/** Returns the time as the tables keep it: whole seconds since the epoch. */
export const nowInSeconds = (): number => Math.floor(Date.now() / 1000)
