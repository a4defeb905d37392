/** Helpers for texts that describe what a vendor's own tools did in earlier turns. */

export const joinLines = (...all: string[]) => all.filter(Boolean).join('\n')

/** Returns a text under a heading, or nothing if the text is empty. */
export const withHeading = (head: string, text: string) => (text ? [head, text] : [])

/** Puts texts about tools in brackets, to distinguish them from what the model said. */
export const inBrackets = (text: string) => (text ? `[${text}]` : '')
