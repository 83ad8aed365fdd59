import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { authErrors } from '../errors.ts';
import { changeProvider, createProvider } from '../sso/administer-providers.ts';
import {
  metadataSourceOf,
  providerFieldsOf,
  providerIdOf,
  ssoProviderSchema,
  viewSsoProvider,
} from './admin-sso-provider-fields.ts';
import { requireOperator } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { readBody } from './request-body.ts';

/** POST /admin/sso/providers */
export function createAdminSsoProvidersCreateRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await requireOperator(auth, c);
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
}

/** PUT /admin/sso/providers/:id: what is left out stays. */
export function createAdminSsoProvidersUpdateRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await requireOperator(auth, c);
    const id = providerIdOf(c);
    const body = await readBody(c, ssoProviderSchema);
    const metadata = metadataSourceOf(body);
    const fields = { ...providerFieldsOf(body), ...(metadata === undefined ? {} : { metadata }) };
    return c.json(viewSsoProvider(await changeProvider(auth, id, fields, describeClient(c))));
  };
}
