import { createContext, type ReactNode } from 'react'

/** Labels of a form's fields by name, registered by the fields, for the error summary. */
export const FieldLabels = createContext(new Map<string, ReactNode>())
