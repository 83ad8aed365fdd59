import { m } from '../../paraglide/messages.js';
import type { Customer } from './customer-api.ts';
import type { AccountAction } from './manage-account-api.ts';

export type ActionType = AccountAction['type'];

/** The words of the dialog that confirms an action. */
export interface ActionTexts {
  /** The title, and the text of the button. */
  act: string;
  /** What the action causes. */
  description: (customer: Customer) => string;
  /** The title of the toast after the action. */
  done: string;
  doneDescription?: string;
  /** Missing if the action needs no reason. */
  reason?: 'required' | 'optional';
  isDestructive?: boolean;
}

const addressOf = ({ account }: Customer) => account.email ?? '';

export const ACTION_TEXTS: Readonly<Record<ActionType, ActionTexts>> = {
  lock: {
    act: m.account_admin_lock(),
    description: () => m.account_admin_lock_description(),
    done: m.account_admin_did_lock(),
    reason: 'required',
    isDestructive: true,
  },
  unlock: {
    act: m.account_admin_unlock(),
    description: () => m.account_admin_unlock_description(),
    done: m.account_admin_did_unlock(),
  },
  sign_out: {
    act: m.account_admin_sign_out(),
    description: () => m.account_admin_sign_out_description(),
    done: m.account_admin_did_sign_out(),
  },
  resend_confirmation: {
    act: m.account_admin_resend_confirmation(),
    description: (customer) =>
      m.account_admin_resend_confirmation_description({ email: addressOf(customer) }),
    done: m.account_admin_did_resend_confirmation(),
  },
  send_recovery: {
    act: m.account_admin_send_recovery(),
    description: (customer) =>
      m.account_admin_send_recovery_description({ email: addressOf(customer) }),
    done: m.account_admin_did_send_recovery(),
  },
  make_administrator: {
    act: m.account_admin_make(),
    description: () => m.account_admin_make_description(),
    done: m.account_admin_request_sent(),
    doneDescription: m.account_admin_request_sent_description(),
    reason: 'optional',
  },
  unmake_administrator: {
    act: m.account_admin_unmake(),
    description: () => m.account_admin_unmake_description(),
    done: m.account_admin_request_sent(),
    doneDescription: m.account_admin_request_sent_description(),
    reason: 'optional',
    isDestructive: true,
  },
  delete: {
    act: m.account_admin_delete(),
    description: () => m.account_admin_delete_description(),
    done: m.account_admin_did_delete(),
    isDestructive: true,
  },
  confirm_request: {
    act: m.account_admin_confirm_request(),
    description: ({ administrator_request: request }) =>
      request?.action === 'unmake'
        ? m.account_admin_confirm_unmake_description()
        : m.account_admin_confirm_make_description(),
    done: m.account_admin_did_confirm(),
  },
  withdraw_request: {
    act: m.account_admin_withdraw_request(),
    description: () => m.account_admin_withdraw_description(),
    done: m.account_admin_did_withdraw(),
  },
};

/** The actions that the state of the account permits, in the order of the screen. */
export function possibleActions({
  profile,
  account,
  devices,
  deletion_requested_at: deletionRequestedAt,
  administrator_request: request,
}: Customer): ActionType[] {
  const isAdministrator = profile.account_type === 'admin';
  const hasEmail = account.email !== null;
  const isConfirmed = account.email_confirmed_at !== null;
  const isOpen = request === null;
  const when = (isPossible: boolean, ...types: ActionType[]) => (isPossible ? types : []);
  return [
    ...when(devices.length > 0, 'sign_out'),
    ...when(hasEmail && !isConfirmed, 'resend_confirmation'),
    ...when(hasEmail, 'send_recovery'),
    ...when(isOpen && !isAdministrator && isConfirmed && !account.is_locked, 'make_administrator'),
    ...when(isOpen && isAdministrator, 'unmake_administrator'),
    ...when(account.is_locked, 'unlock'),
    ...when(!account.is_locked && !isAdministrator, 'lock'),
    ...when(deletionRequestedAt !== null && !isAdministrator, 'delete'),
  ];
}
