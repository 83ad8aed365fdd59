-- Binary broadcasts from SQL, as on a hosted project: a message has a JSON payload or a binary one.
alter table realtime.messages
  add column binary_payload bytea,
  add constraint messages_payload_exclusive
    check (payload is null or binary_payload is null) not valid;

create function realtime.send_binary(
  payload bytea, event text, topic text, private boolean default true
)
returns void
language plpgsql
as $$
begin
  perform set_config('realtime.topic', send_binary.topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (
    send_binary.payload, send_binary.event, send_binary.topic, send_binary.private, 'broadcast'
  );
exception when others then
  -- An error here must not abort the caller's transaction.
  raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;
comment on function realtime.send_binary(bytea, text, text, boolean) is
  'Broadcasts binary payload as event on topic when the transaction commits.';
