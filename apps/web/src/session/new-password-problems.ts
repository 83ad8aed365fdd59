import { PASSWORD_CHANGE_MIN_LENGTH } from '@beaconpay/domain';

export const PASSWORD_TOO_SHORT = {
  title: 'Password Too Short',
  description: `New password must be at least ${PASSWORD_CHANGE_MIN_LENGTH} characters.`,
};

export const PASSWORDS_DO_NOT_MATCH = {
  title: 'Passwords Do Not Match',
  description: 'Please enter the same new password twice.',
};
