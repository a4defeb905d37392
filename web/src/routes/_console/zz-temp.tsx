import { createFileRoute } from '@tanstack/react-router'
export const Route = createFileRoute('/_console/zz-temp')({ component: () => null })
