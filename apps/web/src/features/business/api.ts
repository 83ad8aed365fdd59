import { updateProfile } from '../../session/update-profile.ts';
import type { CompanyChanges } from './company.schema.ts';

/** Saves one's own company details; throws SignedOutError or the backend's error. */
export function updateCompanyProfile(userId: string, changes: CompanyChanges): Promise<void> {
  return updateProfile(userId, changes);
}
