/** The text colour of a greyed row: stronger on the background of selected rows and under the pointer, for contrast. */
export const mutedText = (isPainted: boolean) => (isPainted ? 'text-muted' : 'text-faint hover:text-muted')
