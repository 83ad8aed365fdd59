-- Codes that are sent to phones: for a new number, and as a second factor.

alter table beaconpay_auth.one_time_tokens drop constraint one_time_tokens_slot_check;
alter table beaconpay_auth.one_time_tokens add constraint one_time_tokens_slot_check check (slot in (
  'confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication',
  'phone_change', 'factor'
));
