-- Mails about a payment that is missing, or arrived in part.

alter table private.outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (kind in (
    'received', 'needs_action', 'approved', 'rejected', 'corrected', 'card_delivered', 'top_up_delivered',
    'digest', 'queue_alarm', 'delivery_alarm', 'underpaid', 'expiry_warning', 'expired'
  ));
