-- The URL of the functions of this server, for requests from SQL (net.sql).

create schema backend_net;
grant usage on schema backend_net to postgres, service_role, backend_shared;

-- The server writes its URL at each start. Servers on other machines usually have the same one.
create table backend_net.functions_endpoint (
  is_only boolean primary key default true check (is_only),
  url text not null
);
grant select, insert, update on backend_net.functions_endpoint to backend_shared;

create function backend_net.functions_url() returns text
language sql stable security definer
set search_path = ''
as $$
  select url from backend_net.functions_endpoint
$$;
comment on function backend_net.functions_url() is
  'The public URL of /functions/v1, without a slash at its end. Null before the first start of a server.';
revoke all on function backend_net.functions_url() from public;
grant execute on function backend_net.functions_url() to postgres, service_role;
