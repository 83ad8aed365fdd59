-- Scheduled jobs of the back office, where the database has cron.

do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    execute $job$
      select
        cron.schedule('refresh-record-flags', '* * * * *', 'select private.refresh_record_flags()'),
        cron.schedule('delete-old-origins', '17 3 * * *', 'select private.delete_old_origins()')
    $job$;
  end if;
end
$$;
