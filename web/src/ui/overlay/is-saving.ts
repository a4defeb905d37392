/** Whether a form in this layer is saving: the layer must then stay open to show the result. */
export const isSaving = (layer: Element | null) => layer?.querySelector('form[data-saving]') != null
