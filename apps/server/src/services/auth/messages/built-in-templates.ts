import { m } from '../../../paraglide/messages.js';
import type { Locale } from './locale.ts';

/** A text of an email in each language. `name` is the sender's name. */
export type MailText = (
  inputs: { readonly name: string },
  options: { readonly locale: Locale },
) => string;

/** The texts of a built-in email. */
export interface BuiltInTemplate {
  readonly subject: MailText;
  /** The first paragraph. */
  readonly intro: MailText;
  /** The label of the link. Absent when the email contains only a code. */
  readonly action?: MailText;
  /** The reason to ignore the email. By default, the user did not request it. */
  readonly disclaimer?: MailText;
  /** What the owner can do if another person made the change. */
  readonly remedy?: Remedy;
}

/** `reset` adds a link for a new password. `contact` has none, because the old mailbox cannot reset it. */
type Remedy = 'reset' | 'reset-and-contact' | 'contact' | 'change-if-shared';

export const REMEDIES: Readonly<Record<Remedy, MailText>> = {
  reset: m.mail_remedy_reset,
  'reset-and-contact': m.mail_remedy_reset_and_contact,
  contact: m.mail_remedy_contact,
  'change-if-shared': m.mail_remedy_change_if_shared,
};

export const TOKEN_TEMPLATES = {
  signup: {
    subject: m.mail_signup_subject,
    intro: m.mail_signup_intro,
    action: m.mail_signup_action,
  },
  invite: {
    subject: m.mail_invite_subject,
    intro: m.mail_invite_intro,
    action: m.mail_invite_action,
    disclaimer: m.mail_invite_disclaimer,
  },
  magiclink: {
    subject: m.mail_magiclink_subject,
    intro: m.mail_magiclink_intro,
    action: m.mail_magiclink_action,
  },
  recovery: {
    subject: m.mail_recovery_subject,
    intro: m.mail_recovery_intro,
    action: m.mail_recovery_action,
  },
  email_change: {
    subject: m.mail_email_change_subject,
    intro: m.mail_email_change_intro,
    action: m.mail_email_change_action,
  },
  reauthentication: {
    subject: m.mail_reauthentication_subject,
    intro: m.mail_reauthentication_intro,
  },
} as const satisfies Record<string, BuiltInTemplate>;

export const NOTICE_TEMPLATES = {
  password_changed: {
    subject: m.mail_password_changed_subject,
    intro: m.mail_password_changed_intro,
    remedy: 'reset',
  },
  email_changed: {
    subject: m.mail_email_changed_subject,
    intro: m.mail_email_changed_intro,
    remedy: 'contact',
  },
  phone_changed: {
    subject: m.mail_phone_changed_subject,
    intro: m.mail_phone_changed_intro,
    remedy: 'reset-and-contact',
  },
  new_device: {
    subject: m.mail_new_device_subject,
    intro: m.mail_new_device_intro,
    remedy: 'reset',
  },
  wrong_passwords: {
    subject: m.mail_wrong_passwords_subject,
    intro: m.mail_wrong_passwords_intro,
    remedy: 'change-if-shared',
  },
  identity_linked: {
    subject: m.mail_identity_linked_subject,
    intro: m.mail_identity_linked_intro,
    remedy: 'reset-and-contact',
  },
  identity_unlinked: {
    subject: m.mail_identity_unlinked_subject,
    intro: m.mail_identity_unlinked_intro,
    remedy: 'reset-and-contact',
  },
  passkey_added: {
    subject: m.mail_passkey_added_subject,
    intro: m.mail_passkey_added_intro,
    remedy: 'reset-and-contact',
  },
  passkey_removed: {
    subject: m.mail_passkey_removed_subject,
    intro: m.mail_passkey_removed_intro,
    remedy: 'reset-and-contact',
  },
  factor_added: {
    subject: m.mail_factor_added_subject,
    intro: m.mail_factor_added_intro,
    remedy: 'reset-and-contact',
  },
  further_factor_added: {
    subject: m.mail_further_factor_added_subject,
    intro: m.mail_further_factor_added_intro,
    remedy: 'reset-and-contact',
  },
  factor_removed: {
    subject: m.mail_factor_removed_subject,
    intro: m.mail_factor_removed_intro,
    remedy: 'reset-and-contact',
  },
  recovery_code_used: {
    subject: m.mail_recovery_code_used_subject,
    intro: m.mail_recovery_code_used_intro,
    remedy: 'reset-and-contact',
  },
} as const satisfies Record<string, BuiltInTemplate>;
