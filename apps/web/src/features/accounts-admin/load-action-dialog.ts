/** Loaded on intent, because the first view of a customer does not need it. */
export const loadActionDialog = () => import('./action-dialog.tsx');
