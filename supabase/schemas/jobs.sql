-- The scheduled jobs of the product, where the database has cron. Times are UTC.

do $jobs$
begin
  if exists (
    select from pg_namespace where nspname = 'cron' and has_schema_privilege(oid, 'usage')
  ) then
    execute $job$
      select
        cron.schedule('refresh-record-flags', '* * * * *', 'select private.refresh_record_flags()'),
        cron.schedule('delete-old-origins', '17 3 * * *', 'select private.delete_old_origins()'),
        cron.schedule('check-audit-chain', '23 2 * * *', 'select private.check_audit_chain()'),
        cron.schedule('log-audit-head', '5 0 * * *', $$select private.wake_function('log-audit-head')$$),
        cron.schedule('send-mails', '* * * * *', 'select private.wake_mails()'),
        cron.schedule('send-webhooks', '* * * * *', 'select private.wake_webhooks()'),
        cron.schedule('queue-digest', '0 * * * *', 'select private.queue_digest()'),
        cron.schedule('queue-age-alarm', '*/5 * * * *', 'select private.queue_age_alarm()'),
        cron.schedule('queue-delivery-alarm', '*/5 * * * *', 'select private.queue_delivery_alarm()'),
        cron.schedule('refresh-figures', '* * * * *', 'select private.refresh_daily_figures()'),
        cron.schedule('count-all-figures', '41 2 * * *', 'select private.refresh_daily_figures(true)'),
        cron.schedule('forget-old-mails', '11 3 * * *', 'select private.forget_old_mails()'),
        cron.schedule('forget-old-webhooks', '13 3 * * *', 'select private.forget_old_webhooks()'),
        cron.schedule('read-binance-pay', '* * * * *', 'select private.wake_binance_pay()'),
        cron.schedule('expire-records', '*/10 * * * *', 'select private.expire_records()'),
        cron.schedule('forget-third-parties', '29 3 * * *', 'select private.forget_third_parties()'),
        cron.schedule(
          'forget-job-runs', '19 3 * * *',
          $$delete from cron.job_run_details where end_time < now() - interval '7 days'$$
        )
    $job$;
    begin
      perform cron.schedule('seal-audit-log', '10 seconds', 'select private.seal_audit_log()');
      perform cron.schedule('approve-matched-links', '10 seconds', 'select private.approve_matched_links()');
    exception
      -- pg_cron before 1.5 has no schedules of seconds.
      when invalid_parameter_value then
        perform cron.schedule('seal-audit-log', '* * * * *', 'select private.seal_audit_log()');
        perform cron.schedule('approve-matched-links', '* * * * *', 'select private.approve_matched_links()');
    end;
  end if;
end
$jobs$;
