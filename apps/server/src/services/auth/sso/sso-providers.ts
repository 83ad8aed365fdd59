import { randomUUID } from 'node:crypto';
import type { Database } from '../../../platform/database/connection.ts';
import { violatedIndex } from '../database-errors.ts';
import type { AttributeMapping } from './sso-user.ts';
import { ssoErrors } from '../sso-errors.ts';

/** An organisation's identity provider. */
export interface SsoProvider {
  readonly id: string;
  readonly resourceId: string | null;
  readonly disabled: boolean;
  /** Lower case. */
  readonly domains: readonly string[];
  readonly entityId: string;
  readonly metadataXml: string;
  /** Null when the metadata was given as text, and is not refreshed. */
  readonly metadataUrl: string | null;
  readonly attributeMapping: AttributeMapping;
  readonly nameIdFormat: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type NewSsoProvider = Omit<SsoProvider, 'id' | 'resourceId' | 'createdAt' | 'updatedAt'>;

function selectProviders(sql: Database) {
  return sql`
    select p.id, p.resource_id as "resourceId", coalesce(p.disabled, false) as disabled,
      array_to_json(array(
        select d.domain from auth.sso_domains d where d.sso_provider_id = p.id order by d.domain
      )) as domains,
      s.entity_id as "entityId", s.metadata_xml as "metadataXml", s.metadata_url as "metadataUrl",
      coalesce(s.attribute_mapping, '{}') as "attributeMapping", s.name_id_format as "nameIdFormat",
      p.created_at as "createdAt", p.updated_at as "updatedAt"
    from auth.sso_providers p join auth.saml_providers s on s.sso_provider_id = p.id`;
}

export async function listProviders(sql: Database): Promise<SsoProvider[]> {
  return sql<SsoProvider[]>`${selectProviders(sql)} order by p.created_at, p.id`;
}

export async function findProviderById(sql: Database, id: string): Promise<SsoProvider | null> {
  const [found] = await sql<SsoProvider[]>`${selectProviders(sql)} where p.id = ${id}`;
  return found ?? null;
}

export async function findProviderByEntity(
  sql: Database,
  entityId: string,
): Promise<SsoProvider | null> {
  const [found] = await sql<SsoProvider[]>`${selectProviders(sql)} where s.entity_id = ${entityId}`;
  return found ?? null;
}

export async function findProviderByDomain(
  sql: Database,
  domain: string,
): Promise<SsoProvider | null> {
  const [found] = await sql<SsoProvider[]>`
    ${selectProviders(sql)}
    join auth.sso_domains named on named.sso_provider_id = p.id
    where lower(named.domain) = ${domain}`;
  return found ?? null;
}

/** @throws AuthError sso_domain_already_exists, saml_idp_already_exists */
async function translateTaken<T>(entityId: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const index = violatedIndex(error);
    if (index === 'sso_domains_domain_idx') throw ssoErrors.ssoDomainExists();
    if (index === 'saml_providers_entity_id_key') throw ssoErrors.samlProviderExists(entityId);
    throw error;
  }
}

async function replaceDomains(
  sql: Database,
  providerId: string,
  domains: readonly string[],
  now: Date,
): Promise<void> {
  const requested = sql`select jsonb_array_elements_text(${sql.json([...domains])}) as domain`;
  await sql`
    delete from auth.sso_domains
    where sso_provider_id = ${providerId} and domain not in (${requested})`;
  await sql`
    insert into auth.sso_domains (id, sso_provider_id, domain, created_at, updated_at)
    select gen_random_uuid(), ${providerId}::uuid, requested.domain, ${now}::timestamptz,
      ${now}::timestamptz
    from (${requested}) requested
    where not exists (
      select from auth.sso_domains d
      where d.sso_provider_id = ${providerId} and d.domain = requested.domain
    )`;
}

/** @throws AuthError sso_domain_already_exists, saml_idp_already_exists */
export async function insertProvider(
  sql: Database,
  provider: NewSsoProvider,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await translateTaken(provider.entityId, async () => {
    await sql`
      insert into auth.sso_providers (id, disabled, created_at, updated_at)
      values (${id}, ${provider.disabled}, ${now}, ${now})`;
    await sql`
      insert into auth.saml_providers (
        id, sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping,
        name_id_format, created_at, updated_at
      ) values (
        ${randomUUID()}, ${id}, ${provider.entityId}, ${provider.metadataXml},
        ${provider.metadataUrl}, ${sql.json(provider.attributeMapping)},
        ${provider.nameIdFormat}, ${now}, ${now}
      )`;
    await replaceDomains(sql, id, provider.domains, now);
  });
  return id;
}

/** @throws AuthError sso_domain_already_exists */
export async function updateProvider(
  sql: Database,
  id: string,
  provider: NewSsoProvider,
  now: Date,
): Promise<void> {
  await translateTaken(provider.entityId, async () => {
    await sql`
      update auth.sso_providers set disabled = ${provider.disabled}, updated_at = ${now}
      where id = ${id}`;
    await sql`
      update auth.saml_providers set
        metadata_xml = ${provider.metadataXml}, metadata_url = ${provider.metadataUrl},
        attribute_mapping = ${sql.json(provider.attributeMapping)},
        name_id_format = ${provider.nameIdFormat}, updated_at = ${now}
      where sso_provider_id = ${id}`;
    await replaceDomains(sql, id, provider.domains, now);
  });
}

/** The identities of a provider's users. */
export function identityProviderOf({ id }: Pick<SsoProvider, 'id'>): string {
  return `sso:${id}`;
}
