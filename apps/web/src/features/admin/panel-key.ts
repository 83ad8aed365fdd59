/** The prefix of all query keys of the panel for one administrator. */
export function panelKey(adminId: string) {
  return ['admin', adminId] as const;
}
