/** Loaded on intent, because the first view of the queue does not need it. */
export const loadDeliveryDialog = () => import('./delivery-dialog.tsx');
