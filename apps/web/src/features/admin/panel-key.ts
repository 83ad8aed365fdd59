/** Everything the panel has read for one administrator begins with this key. */
export function panelKey(adminId: string) {
  return ['admin', adminId] as const;
}
