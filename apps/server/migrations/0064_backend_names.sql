-- Schemas and roles are named for the backend instead of the product, and storage lists orphaned blobs.

alter table beaconpay_storage.unattached_versions rename to orphaned_blobs;
alter table beaconpay_storage.orphaned_blobs
  rename constraint unattached_versions_pkey to orphaned_blobs_pkey;
alter index beaconpay_storage.unattached_versions_remove_after rename to orphaned_blobs_remove_after;
alter function beaconpay_shared.tell_ended_sessions(uuid[], timestamptz) rename to notify_ended_sessions;
alter function beaconpay_shared.tell_signing_keys() rename to notify_signing_keys;
alter trigger tell_signing_keys on beaconpay_shared.signing_keys rename to notify_signing_keys;

do $$
declare
  suffix text;
  routine record;
  definition text;
begin
  foreach suffix in array array['auth', 'jobs', 'realtime', 'shared', 'storage'] loop
    execute format('alter schema %I rename to %I', 'beaconpay_' || suffix, 'backend_' || suffix);
  end loop;

  -- The bodies of functions are text, so they still contain the former names.
  for routine in
    select p.oid
    from pg_proc as p
    join pg_namespace as n on n.oid = p.pronamespace
    where n.nspname like 'backend\_%' and p.prokind in ('f', 'p')
      and p.prosrc ~ 'beaconpay|unattached_versions'
  loop
    definition := pg_get_functiondef(routine.oid);
    definition := replace(definition, 'beaconpay_visible_', 'visible_');
    definition := replace(definition, 'beaconpay_', 'backend_');
    definition := replace(definition, '''beaconpay''', '''backend''');
    definition := replace(definition, 'unattached_versions', 'orphaned_blobs');
    definition := regexp_replace(definition, 'tell_(ended_sessions|signing_keys)', 'notify_\1', 'g');
    execute definition;
  end loop;
end
$$;

-- Roles belong to the whole cluster. Another database of the cluster can have renamed the role already, and the
-- baseline has then created the former role again.
do $$
declare
  former constant text := 'beaconpay_' || 'shared';
begin
  if not exists (select from pg_roles where rolname = former) then
    return;
  end if;
  if not exists (select from pg_roles where rolname = 'backend_shared') then
    execute format('alter role %I rename to backend_shared', former);
    return;
  end if;
  execute format('revoke all on schema backend_shared, backend_jobs from %I', former);
  execute format('revoke all on all tables in schema backend_shared, backend_jobs from %I', former);
  execute format('revoke all on all functions in schema backend_shared from %I', former);
  begin
    execute format('drop role %I', former);
  exception
    -- Another database of an earlier version needs the role, or its migration drops the role at the same time.
    when dependent_objects_still_exist or undefined_object or internal_error then null;
  end;
end
$$;

grant usage on schema backend_shared, backend_jobs to backend_shared;
grant select, insert, update, delete on all tables in schema backend_jobs to backend_shared;
grant select, insert, update, delete on backend_shared.rate_limits, backend_shared.leases to backend_shared;
grant select, delete on backend_shared.ended_sessions to backend_shared;
grant select, insert, update on backend_shared.signing_keys to backend_shared;
grant execute on function backend_shared.require_lease(text, uuid) to backend_shared;
