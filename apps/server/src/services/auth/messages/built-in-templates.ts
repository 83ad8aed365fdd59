/** The texts of a built-in email. `{name}` is the sender's name. */
export interface BuiltInTemplate {
  readonly subject: string;
  /** The first paragraph. */
  readonly intro: string;
  /** The label of the link. Absent when the email contains only a code. */
  readonly action?: string;
  /** The reason to ignore the email. By default, the user did not request it. */
  readonly disclaimer?: string;
  /** What the owner can do if another person made the change. */
  readonly remedy?: Remedy;
}

/** `reset` adds a link for a new password. `contact` has none, because the old mailbox cannot reset it. */
type Remedy = 'reset' | 'reset-and-contact' | 'contact' | 'change-if-shared';

export const REMEDIES: Readonly<Record<Remedy, string>> = {
  reset: "If this wasn't you, reset your password right away. This signs you out on every device.",
  'reset-and-contact': "If this wasn't you, reset your password right away and contact us.",
  contact: "If this wasn't you, contact us right away.",
  'change-if-shared': 'If you use the same password elsewhere, change it.',
};

export const TOKEN_TEMPLATES = {
  signup: {
    subject: 'Confirm your email address',
    intro: 'Please confirm that this is your email address to finish signing up.',
    action: 'Confirm your email address',
  },
  invite: {
    subject: "You're invited to {name}",
    intro: "You've been invited to open a {name} account.",
    action: 'Accept the invitation',
    disclaimer: "If you weren't expecting this, you can ignore this email.",
  },
  magiclink: {
    subject: 'Your sign-in link',
    intro: 'Use this link to sign in. It works once.',
    action: 'Sign in',
  },
  recovery: {
    subject: 'Reset your password',
    intro: 'We received a request to reset your password.',
    action: 'Set a new password',
  },
  email_change: {
    subject: 'Confirm your new email address',
    intro: 'Please confirm that you want to change the email address of your account.',
    action: 'Confirm the change',
  },
  reauthentication: {
    subject: 'Your confirmation code',
    intro: "Enter this code to confirm it's you.",
  },
} as const satisfies Record<string, BuiltInTemplate>;

export const NOTICE_TEMPLATES = {
  password_changed: {
    subject: 'Your password was changed',
    intro: 'Your password was changed, and every other device was signed out.',
    remedy: 'reset',
  },
  email_changed: {
    subject: 'Your email address was changed',
    intro: 'The email address of your account was changed. This address no longer belongs to it.',
    remedy: 'contact',
  },
  phone_changed: {
    subject: 'Your phone number was changed',
    intro: 'Your phone number was changed. The old number can no longer be used to sign in.',
    remedy: 'reset-and-contact',
  },
  new_device: {
    subject: 'New sign-in to your account',
    intro: "Someone signed in to your account from a device or network you haven't used before.",
    remedy: 'reset',
  },
  wrong_passwords: {
    subject: 'Failed sign-in attempts on your account',
    intro:
      "Someone entered the wrong password for your account several times, so we're limiting " +
      "further attempts for a while. You can still sign in on devices you've used before, or with " +
      'a link we email you.',
    remedy: 'change-if-shared',
  },
  identity_linked: {
    subject: 'A sign-in method was added to your account',
    intro: 'You can now sign in to your account through another service.',
    remedy: 'reset-and-contact',
  },
  identity_unlinked: {
    subject: 'A sign-in method was removed from your account',
    intro: 'A sign-in method was removed from your account and no longer works.',
    remedy: 'reset-and-contact',
  },
  passkey_added: {
    subject: 'A passkey was added to your account',
    intro: 'You can now sign in with a passkey.',
    remedy: 'reset-and-contact',
  },
  passkey_removed: {
    subject: 'A passkey was removed from your account',
    intro: 'A passkey was removed and can no longer be used to sign in.',
    remedy: 'reset-and-contact',
  },
  factor_added: {
    subject: 'Two-step verification was turned on',
    intro: 'Signing in to your account now takes a second step.',
    remedy: 'reset-and-contact',
  },
  further_factor_added: {
    subject: 'A verification method was added to your account',
    intro: 'Two-step verification of your account has one more verification method.',
    remedy: 'reset-and-contact',
  },
  factor_removed: {
    subject: 'A verification method was removed from your account',
    intro:
      'An authenticator app, phone or security key was removed from your account and is no longer ' +
      'used when you sign in.',
    remedy: 'reset-and-contact',
  },
  recovery_code_used: {
    subject: 'A recovery code was used to sign in',
    intro:
      "Someone signed in to your account with one of your recovery codes. It can't be used again.",
    remedy: 'reset-and-contact',
  },
} as const satisfies Record<string, BuiltInTemplate>;
