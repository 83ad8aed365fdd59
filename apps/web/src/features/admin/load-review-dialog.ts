/** Fetched when an administrator is about to open it: it is no part of the panel's first view. */
export const loadReviewDialog = () => import('./review-dialog.tsx');
