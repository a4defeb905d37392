/** Whether a form in this layer waits for the answer to its save: closing the layer would lose sight of it. */
export const isSaving = (layer: Element | null) => layer?.querySelector('form[data-saving]') != null
