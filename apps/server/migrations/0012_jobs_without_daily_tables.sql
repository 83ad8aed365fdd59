-- pg-boss makes a table a day for statistics, beginning with the day of its installation. Nothing
-- here records them, and a database whose tables depend on the day it was made on fits no backup
-- from another one.

do $$
declare
  daily regclass;
begin
  for daily in
    select inhrelid::regclass from pg_inherits
    where inhparent = 'beaconpay_jobs.queue_stats'::regclass
  loop
    execute format('drop table %s', daily);
  end loop;
end
$$;
