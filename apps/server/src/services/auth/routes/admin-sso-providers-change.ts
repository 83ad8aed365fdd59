import { authErrors } from '../errors.ts';
import { changeProvider, createProvider } from '../sso/administer-providers.ts';
import {
  metadataSourceOf,
  providerFieldsOf,
  providerIdOf,
  ssoProviderSchema,
  viewSsoProvider,
} from './admin-sso-provider-fields.ts';
import { describeClient } from './describe-client.ts';
import { readBody } from './request-body.ts';
import type { Route } from './route.ts';

/** POST /admin/sso/providers */
export const adminSsoProvidersCreateRoute: Route = async (auth, c) => {
  const body = await readBody(c, ssoProviderSchema);
  if (body.type !== 'saml') {
    throw authErrors.validationFailed("Only 'saml' supported for SSO provider type");
  }
  const metadata = metadataSourceOf(body);
  if (metadata === undefined) {
    throw authErrors.validationFailed('Either metadata_xml or metadata_url must be set');
  }
  const fields = { ...providerFieldsOf(body), metadata };
  return c.json(viewSsoProvider(await createProvider(auth, fields, describeClient(c))), 201);
};

/** PUT /admin/sso/providers/:id. Missing members keep their values. */
export const adminSsoProvidersUpdateRoute: Route = async (auth, c) => {
  const id = providerIdOf(c);
  const body = await readBody(c, ssoProviderSchema);
  const metadata = metadataSourceOf(body);
  const fields = { ...providerFieldsOf(body), ...(metadata === undefined ? {} : { metadata }) };
  return c.json(viewSsoProvider(await changeProvider(auth, id, fields, describeClient(c))));
};
