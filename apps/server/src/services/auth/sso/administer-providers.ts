import type { Transaction } from '../../../platform/database/connection.ts';
import { OPERATOR, recordAction, type AuditAction } from '../audit/audit-log.ts';
import type { AuthContext } from '../auth-context.ts';
import type { ClientDetails } from '../client-details.ts';
import { fetchMetadata } from './current-metadata.ts';
import { readProviderMetadata } from './provider-metadata.ts';
import type { AttributeMapping } from './sso-user.ts';
import {
  findProviderByEntity,
  findProviderById,
  identityProviderOf,
  insertProvider,
  updateProvider,
  type SsoProvider,
} from './sso-providers.ts';
import { ssoErrors } from '../sso-errors.ts';

/** The source of a provider's metadata. */
export type MetadataSource = { readonly xml: string } | { readonly url: string };

/** The settings of a provider. A missing one keeps its value, or has none yet. */
export interface ProviderFields {
  readonly metadata?: MetadataSource;
  readonly domains?: readonly string[];
  readonly attributeMapping?: AttributeMapping;
  /** Null for the default. */
  readonly nameIdFormat?: string | null;
  readonly disabled?: boolean;
}

async function readMetadata(auth: AuthContext, source: MetadataSource) {
  const metadataXml = 'url' in source ? await fetchMetadata(auth, source.url) : source.xml;
  const { entityId } = readProviderMetadata(metadataXml);
  return { entityId, metadataXml, metadataUrl: 'url' in source ? source.url : null };
}

async function record(
  auth: AuthContext,
  sql: Transaction,
  action: AuditAction,
  id: string,
  client: ClientDetails,
): Promise<void> {
  const traits = { sso_provider_id: id };
  await recordAction(sql, { action, actor: OPERATOR, traits, client, now: auth.clock.now() });
}

async function requireProvider(sql: Transaction, id: string): Promise<SsoProvider> {
  // Both rows are locked, so that a simultaneous refresh of the metadata is not undone.
  await sql`
    select 1 from auth.sso_providers p join auth.saml_providers s on s.sso_provider_id = p.id
    where p.id = ${id} for update`;
  const found = await findProviderById(sql, id);
  if (found === null) throw ssoErrors.ssoProviderNotFound();
  return found;
}

/**
 * @throws AuthError saml_idp_already_exists, sso_domain_already_exists, saml_metadata_fetch_failed,
 *   validation_failed
 */
export async function createProvider(
  auth: AuthContext,
  { metadata: source, ...fields }: ProviderFields & { readonly metadata: MetadataSource },
  client: ClientDetails,
): Promise<SsoProvider> {
  const metadata = await readMetadata(auth, source);
  if ((await findProviderByEntity(auth.sql, metadata.entityId)) !== null) {
    throw ssoErrors.samlProviderExists(metadata.entityId);
  }
  const none = { domains: [], attributeMapping: {}, nameIdFormat: null, disabled: false };
  return auth.sql.begin(async (sql) => {
    const id = await insertProvider(sql, { ...none, ...fields, ...metadata }, auth.clock.now());
    await record(auth, sql, 'sso_provider_created', id, client);
    return requireProvider(sql, id);
  });
}

/**
 * @throws AuthError sso_provider_not_found, saml_entity_id_mismatch, sso_domain_already_exists,
 *   saml_metadata_fetch_failed, validation_failed
 */
export async function changeProvider(
  auth: AuthContext,
  id: string,
  { metadata: source, ...fields }: ProviderFields,
  client: ClientDetails,
): Promise<SsoProvider> {
  const metadata = source === undefined ? null : await readMetadata(auth, source);
  return auth.sql.begin(async (sql) => {
    const known = await requireProvider(sql, id);
    if (metadata !== null && metadata.entityId !== known.entityId) {
      throw ssoErrors.samlEntityIdMismatch(known.entityId);
    }
    await updateProvider(sql, id, { ...known, ...fields, ...metadata }, auth.clock.now());
    await record(auth, sql, 'sso_provider_updated', id, client);
    return requireProvider(sql, id);
  });
}

/**
 * Deletes a provider and signs its users out. Their accounts and data stay, and no one can sign in to them.
 *
 * @throws AuthError sso_provider_not_found
 */
export async function deleteProvider(
  auth: AuthContext,
  id: string,
  client: ClientDetails,
): Promise<SsoProvider> {
  return auth.sql.begin(async (sql) => {
    const provider = await requireProvider(sql, id);
    const people = sql`
      select user_id from auth.identities where provider = ${identityProviderOf(provider)}`;
    await sql`delete from auth.flow_state where user_id in (${people})`;
    await sql`delete from auth.sessions where user_id in (${people})`;
    await sql`delete from auth.sso_providers where id = ${id}`;
    await record(auth, sql, 'sso_provider_deleted', id, client);
    return provider;
  });
}
