/** Loaded on intent, because the first view of the panel does not need it. */
export const loadReviewDialog = () => import('./review-dialog.tsx');
