-- When the organisation that signed somebody in wants the session to be over, whatever our own limits
-- say. It waits with the flow until the app has exchanged its code.
create table beaconpay_auth.session_ends (
  session_id uuid unique references auth.sessions on delete cascade,
  flow_state_id uuid unique references auth.flow_state on delete cascade,
  ends_at timestamptz not null,
  check (num_nonnulls(session_id, flow_state_id) = 1)
);

alter table beaconpay_auth.session_ends owner to supabase_auth_admin;
alter table beaconpay_auth.session_ends enable row level security;
