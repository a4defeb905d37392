/** Pieces of the texts that tell what a vendor's own tools did in earlier turns. */

export const lines = (...all: string[]) => all.filter(Boolean).join('\n')

/** A text under a heading; nothing where there is no text. */
export const headed = (head: string, text: string) => (text ? [head, text] : [])

/** Texts that tell of tools stand in brackets, so that they are not taken for what the model said. */
export const bracketed = (text: string) => (text ? `[${text}]` : '')
