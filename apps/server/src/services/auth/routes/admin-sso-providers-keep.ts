import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { deleteProvider } from '../sso/administer-providers.ts';
import { findProviderById, listProviders } from '../sso/sso-providers.ts';
import { providerIdOf, viewSsoProvider } from './admin-sso-provider-fields.ts';
import { requireOperator } from './bearer.ts';
import { describeClient } from './describe-client.ts';
import { ssoErrors } from '../sso/sso-errors.ts';

/** GET /admin/sso/providers: all of them, without their long descriptions. */
export function createAdminSsoProvidersListRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await requireOperator(auth, c);
    const providers = await listProviders(auth.sql);
    return c.json({
      items: providers.map((provider) => viewSsoProvider({ ...provider, metadataXml: '' })),
    });
  };
}

/** GET /admin/sso/providers/:id */
export function createAdminSsoProvidersGetRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await requireOperator(auth, c);
    const provider = await findProviderById(auth.sql, providerIdOf(c));
    if (provider === null) throw ssoErrors.ssoProviderNotFound();
    return c.json(viewSsoProvider(provider));
  };
}

/** DELETE /admin/sso/providers/:id */
export function createAdminSsoProvidersDeleteRoute(auth: AuthContext) {
  return async (c: Context<ServiceEnv>): Promise<Response> => {
    await requireOperator(auth, c);
    const id = providerIdOf(c);
    return c.json(viewSsoProvider(await deleteProvider(auth, id, describeClient(c))));
  };
}
