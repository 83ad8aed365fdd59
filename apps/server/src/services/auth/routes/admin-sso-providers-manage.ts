import { deleteProvider } from '../sso/administer-providers.ts';
import { findProviderById, listProviders } from '../sso/sso-providers.ts';
import { providerIdOf, viewSsoProvider } from './admin-sso-provider-fields.ts';
import { describeClient } from './describe-client.ts';
import { ssoErrors } from '../sso-errors.ts';
import type { Route } from './route.ts';

/** GET /admin/sso/providers: all providers, without their metadata. */
export const adminSsoProvidersListRoute: Route = async (auth, c) => {
  const providers = await listProviders(auth.sql);
  return c.json({
    items: providers.map((provider) => viewSsoProvider({ ...provider, metadataXml: '' })),
  });
};

/** GET /admin/sso/providers/:id */
export const adminSsoProvidersGetRoute: Route = async (auth, c) => {
  const provider = await findProviderById(auth.sql, providerIdOf(c));
  if (provider === null) throw ssoErrors.ssoProviderNotFound();
  return c.json(viewSsoProvider(provider));
};

/** DELETE /admin/sso/providers/:id */
export const adminSsoProvidersDeleteRoute: Route = async (auth, c) => {
  const id = providerIdOf(c);
  return c.json(viewSsoProvider(await deleteProvider(auth, id, describeClient(c))));
};
