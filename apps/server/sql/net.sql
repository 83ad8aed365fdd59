-- HTTP requests from SQL, with the interface of pg_net 0.20. A migration creates this only where that extension does
-- not exist. The server sends the requests that are in the queue after their transaction has committed.

create schema net;
grant usage on schema net to postgres, service_role, backend_shared;

-- Unlogged, as in pg_net: a crash of Postgres drops requests. A caller that needs a retry has an outbox of its own.
create unlogged table net.http_request_queue (
  id bigserial primary key,
  method text not null check (method in ('GET', 'POST', 'DELETE')),
  url text not null,
  headers jsonb,
  body bytea,
  timeout_milliseconds int not null
);
grant select, update, delete on net.http_request_queue to backend_shared;

create unlogged table net._http_response (
  id bigint,
  status_code integer,
  content_type text,
  headers jsonb,
  content text,
  timed_out bool,
  error_msg text,
  created timestamptz not null default now()
);
create index _http_response_id_idx on net._http_response (id);
create index _http_response_created_idx on net._http_response (created);
grant select on net._http_response to postgres, service_role;
grant select, insert, delete on net._http_response to backend_shared;

create function net._urlencode_string(string varchar) returns text
language sql immutable strict
set search_path = ''
as $$
  select coalesce(
    string_agg(
      case
        when chr(byte) ~ '^[A-Za-z0-9._~-]$' then chr(byte)
        else '%' || upper(lpad(to_hex(byte), 2, '0'))
      end,
      '' order by place
    ),
    ''
  )
  from convert_to(string, 'UTF8') as encoded,
    generate_series(0, octet_length(encoded) - 1) as place,
    get_byte(encoded, place) as byte
$$;
comment on function net._urlencode_string(varchar) is 'A text for the query of a URL (RFC 3986).';

create function net._encode_url_with_params_array(url text, params_array text[]) returns text
language sql immutable strict
set search_path = ''
as $$
  select case
    when cardinality(params_array) = 0 then url
    else part[1]
      || case
        when part[1] not like '%?%' then '?'
        when right(part[1], 1) in ('?', '&') then ''
        else '&'
      end
      || array_to_string(params_array, '&') || coalesce(part[2], '')
  end
  from regexp_match(url, '^([^#]*)(#.*)?$') as part
$$;
comment on function net._encode_url_with_params_array(text, text[]) is
  'The URL with further parameters, before its fragment.';

create function net._add_request(
  method text,
  url text,
  params jsonb,
  headers jsonb,
  body jsonb,
  timeout_milliseconds int
) returns bigint
language sql
set search_path = ''
as $$
  insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
  values (
    method,
    net._encode_url_with_params_array(url, array(
      select net._urlencode_string(key) || '=' || net._urlencode_string(value)
      from jsonb_each_text(coalesce(params, '{}')) where value is not null
    )),
    headers,
    convert_to(body::text, 'UTF8'),
    timeout_milliseconds
  )
  returning id
$$;

create function net.http_get(
  url text,
  params jsonb default '{}'::jsonb,
  headers jsonb default '{}'::jsonb,
  timeout_milliseconds int default 5000
) returns bigint
language sql security definer
set search_path = ''
as $$
  select net._add_request('GET', url, params, headers, null, timeout_milliseconds)
$$;
comment on function net.http_get(text, jsonb, jsonb, int) is
  'Adds a request and returns its id. The request starts after the commit.';

create function net.http_post(
  url text,
  body jsonb default '{}'::jsonb,
  params jsonb default '{}'::jsonb,
  headers jsonb default '{"Content-Type": "application/json"}'::jsonb,
  timeout_milliseconds int default 5000
) returns bigint
language plpgsql security definer
set search_path = ''
as $$
declare
  content_type text := (
    select value from jsonb_each_text(coalesce(headers, '{}')) where lower(key) = 'content-type' limit 1
  );
begin
  if content_type is null then
    headers := coalesce(headers, '{}') || '{"Content-Type": "application/json"}';
  elsif content_type <> 'application/json' then
    raise exception 'Content-Type header must be "application/json"';
  end if;
  return net._add_request('POST', url, params, headers, body, timeout_milliseconds);
end
$$;
comment on function net.http_post(text, jsonb, jsonb, jsonb, int) is
  'Adds a request and returns its id. The request starts after the commit.';

create function net.http_delete(
  url text,
  params jsonb default '{}'::jsonb,
  headers jsonb default '{}'::jsonb,
  timeout_milliseconds int default 5000,
  body jsonb default null
) returns bigint
language sql security definer
set search_path = ''
as $$
  select net._add_request('DELETE', url, params, headers, body, timeout_milliseconds)
$$;
comment on function net.http_delete(text, jsonb, jsonb, int, jsonb) is
  'Adds a request and returns its id. The request starts after the commit.';

revoke all on function
  net._urlencode_string(varchar),
  net._encode_url_with_params_array(text, text[]),
  net._add_request(text, text, jsonb, jsonb, jsonb, int),
  net.http_get(text, jsonb, jsonb, int),
  net.http_post(text, jsonb, jsonb, jsonb, int),
  net.http_delete(text, jsonb, jsonb, int, jsonb)
from public;
grant execute on function
  net.http_get(text, jsonb, jsonb, int),
  net.http_post(text, jsonb, jsonb, jsonb, int),
  net.http_delete(text, jsonb, jsonb, int, jsonb)
to postgres, service_role;

-- The server's side of the queue -------------------------------------------------------------------

create function backend_net.announce_requests() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_catalog.pg_notify('backend', '{"topic":"net:requests","message":{}}');
  return null;
end
$$;
revoke all on function backend_net.announce_requests() from public;
create trigger announce_requests
after insert on net.http_request_queue
for each statement execute function backend_net.announce_requests();

-- Removes the requests that it returns, so that none is sent twice. Only some of the oldest requests of an origin are
-- taken, so that an origin that does not respond does not hold up the others.
create function backend_net.claim_requests(
  -- The number of running requests of the process, by origin.
  in_flight jsonb,
  max_requests int,
  max_per_origin int,
  max_body_bytes bigint
) returns table (
  id bigint,
  method text,
  url text,
  headers jsonb,
  body bytea,
  timeout_milliseconds int,
  origin text
)
language sql
set search_path = ''
as $$
  with candidate as (
    select q.id, o.origin, coalesce(octet_length(q.body), 0) as bytes
    from net.http_request_queue as q,
      -- The scheme, host and port of the URL.
      lower(coalesce(substring(q.url from '^[^:/?#]+://[^/?#]*'), '')) as o (origin)
    where coalesce((in_flight ->> o.origin)::int, 0) < max_per_origin
    order by q.id
    limit 500
  ),
  placed as (
    select c.id, c.origin,
      row_number() over (partition by c.origin order by c.id) as place,
      sum(c.bytes) over (order by c.id) - c.bytes as bytes_before
    from candidate as c
  ),
  chosen as (
    select q.id, p.origin
    from net.http_request_queue as q join placed as p on p.id = q.id
    where p.place <= max_per_origin - coalesce((in_flight ->> p.origin)::int, 0)
      and p.bytes_before < max_body_bytes
    order by q.id
    limit max_requests
    for update of q skip locked
  )
  delete from net.http_request_queue as q
  using chosen
  where q.id = chosen.id
  returning q.id, q.method, q.url, q.headers, q.body, q.timeout_milliseconds, chosen.origin
$$;

revoke all on function backend_net.claim_requests(jsonb, int, int, bigint) from public;
grant execute on function backend_net.claim_requests(jsonb, int, int, bigint) to backend_shared;
