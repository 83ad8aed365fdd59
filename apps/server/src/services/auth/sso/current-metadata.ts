import type { AuthContext } from '../auth-context.ts';
import { fetchPublicText } from '../../../platform/outgoing/public-text.ts';
import {
  MAX_METADATA_LENGTH,
  readProviderMetadata,
  type ProviderMetadata,
} from './provider-metadata.ts';
import type { SsoProvider } from './sso-providers.ts';
import { ssoErrors } from '../sso-errors.ts';

const TIMEOUT_MS = 10_000;
/** The lifetime of metadata. Providers announce new keys days before they use them. */
const KEPT_S = 24 * 3600;
/** The delay after a failed request. Until then no other sign-in waits for the provider. */
const RETRY_AFTER_S = 3600;

/** @throws AuthError saml_metadata_fetch_failed */
export async function fetchMetadata(
  { config }: Pick<AuthContext, 'config'>,
  url: string,
): Promise<string> {
  try {
    return await fetchPublicText(url, {
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_METADATA_LENGTH,
      accept: 'application/samlmetadata+xml, application/xml;q=0.9, text/xml;q=0.8',
      allowsPrivateHosts: config.saml.allowsPrivateHosts,
    });
  } catch (error) {
    throw ssoErrors.samlMetadataFetchFailed(error);
  }
}

/** The current metadata of the provider, or null when its response is invalid. */
async function renew(
  auth: Pick<AuthContext, 'config' | 'logger'>,
  { id, entityId }: SsoProvider,
  url: string,
): Promise<{ xml: string; metadata: ProviderMetadata } | null> {
  try {
    const xml = await fetchMetadata(auth, url);
    const metadata = readProviderMetadata(xml);
    if (metadata.entityId !== entityId) throw ssoErrors.samlEntityIdMismatch(entityId);
    return { xml, metadata };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    auth.logger.warn(
      { providerId: id, reason },
      'auth: failed to refresh the metadata of an identity provider',
    );
    return null;
  }
}

/**
 * The metadata of an identity provider. With a metadata URL, the first sign-in of a day fetches it again.
 * If that fails, the stored metadata stays valid.
 */
export async function currentMetadata(
  auth: Pick<AuthContext, 'sql' | 'config' | 'clock' | 'logger'>,
  provider: SsoProvider,
): Promise<ProviderMetadata> {
  const { id, metadataUrl, metadataXml } = provider;
  const known = readProviderMetadata(metadataXml);
  if (metadataUrl === null) return known;
  const now = auth.clock.now();
  const staleBefore = new Date(now.getTime() - KEPT_S * 1000);
  const triedUntil = new Date(now.getTime() - (KEPT_S - RETRY_AFTER_S) * 1000);
  // The update postpones the next attempt, so that only one request waits for the provider.
  const updated = await auth.sql`
    update auth.saml_providers set updated_at = ${triedUntil}
    where sso_provider_id = ${id} and updated_at < ${staleBefore} returning 1`;
  if (updated.length === 0) return known;
  const renewed = await renew(auth, provider, metadataUrl);
  if (renewed === null) return known;
  await auth.sql`
    update auth.saml_providers set metadata_xml = ${renewed.xml}, updated_at = ${now}
    where sso_provider_id = ${id} and metadata_url = ${metadataUrl}`;
  return renewed.metadata;
}
