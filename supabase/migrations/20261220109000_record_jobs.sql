-- Scheduled jobs of the back office, where the database has cron.

do $$
begin
  if exists (
    select from pg_namespace where nspname = 'cron' and has_schema_privilege(oid, 'usage')
  ) then
    execute $job$
      select
        cron.schedule('refresh-record-flags', '* * * * *', 'select private.refresh_record_flags()'),
        cron.schedule('delete-old-origins', '17 3 * * *', 'select private.delete_old_origins()')
    $job$;
  end if;
end
$$;
