-- The scheduled jobs of the product, where the database has cron. Times are UTC.

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
