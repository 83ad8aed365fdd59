import { z } from 'zod';
import type { JsonObject } from '../../../platform/json.ts';
import { authErrors } from '../errors.ts';
import type { MetadataSource, ProviderFields } from '../sso/administer-providers.ts';
import { readDomain } from '../sso/domains.ts';
import { attributeMappingSchema } from '../sso/sso-user.ts';
import type { SsoProvider } from '../sso/sso-providers.ts';
import { optionalText } from './request-body.ts';
import { ssoErrors } from '../sso-errors.ts';
import type { RouteContext } from './route.ts';

const MAX_DOMAINS = 100;
const NAME_ID_FORMATS = [
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
];

/** The members of an identity provider that an operator can set. */
export const ssoProviderSchema = z.object({
  type: optionalText,
  metadata_url: optionalText,
  metadata_xml: optionalText,
  domains: z.array(z.string()).max(MAX_DOMAINS).nullish(),
  attribute_mapping: attributeMappingSchema.nullish(),
  name_id_format: z.string().nullish(),
  disabled: z.boolean().nullish(),
});

type SsoProviderBody = z.output<typeof ssoProviderSchema>;

/** @returns undefined when neither is given */
export function metadataSourceOf(body: SsoProviderBody): MetadataSource | undefined {
  const { metadata_url: url, metadata_xml: xml } = body;
  if (url !== undefined && xml !== undefined) {
    throw authErrors.validationFailed('Only one of metadata_xml or metadata_url needs to be set');
  }
  if (xml !== undefined) return { xml };
  if (url === undefined) return undefined;
  if (!URL.canParse(url)) throw authErrors.validationFailed('metadata_url is not a valid URL');
  return { url };
}

function domainOf(text: string): string {
  const domain = readDomain(text);
  if (domain === null) throw authErrors.validationFailed(`domains: ${text} is not a domain`);
  return domain;
}

/** @throws AuthError validation_failed */
export function providerFieldsOf(body: SsoProviderBody): Omit<ProviderFields, 'metadata'> {
  const { domains, attribute_mapping: mapping, name_id_format: format, disabled } = body;
  const isFormat = format === null || format === undefined || format === '';
  if (!isFormat && !NAME_ID_FORMATS.includes(format)) {
    throw authErrors.validationFailed(
      `name_id_format must be unspecified or one of ${NAME_ID_FORMATS.join(', ')}`,
    );
  }
  return {
    ...(domains ? { domains: [...new Set(domains.map(domainOf))] } : {}),
    ...(mapping ? { attributeMapping: mapping } : {}),
    ...(format === undefined ? {} : { nameIdFormat: format === '' ? null : format }),
    ...(disabled === null || disabled === undefined ? {} : { disabled }),
  };
}

/** The id in the path. */
export function providerIdOf(c: RouteContext): string {
  const id = z.guid().safeParse(c.req.param('id'));
  if (!id.success) throw ssoErrors.ssoProviderNotFound();
  return id.data;
}

/** An identity provider as Supabase Auth returns it to the operator. */
export function viewSsoProvider(provider: SsoProvider): JsonObject {
  const { id, resourceId, metadataXml, metadataUrl, nameIdFormat } = provider;
  return {
    id,
    ...(resourceId === null ? {} : { resource_id: resourceId }),
    disabled: provider.disabled,
    saml: {
      entity_id: provider.entityId,
      ...(metadataXml === '' ? {} : { metadata_xml: metadataXml }),
      ...(metadataUrl === null ? {} : { metadata_url: metadataUrl }),
      attribute_mapping: provider.attributeMapping as JsonObject,
      ...(nameIdFormat === null ? {} : { name_id_format: nameIdFormat }),
    },
    domains: provider.domains.map((domain) => ({ domain })),
    created_at: provider.createdAt.toISOString(),
    updated_at: provider.updatedAt.toISOString(),
  };
}
