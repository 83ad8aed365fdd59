import { requireSaml } from '../sso/begin-saml-sign-in.ts';
import type { Route } from './route.ts';

/** GET /sso/saml/metadata: the metadata of this service provider. */
export const samlMetadataRoute: Route = (auth, c) => {
  const { metadataXml } = requireSaml(auth);
  c.header('Cache-Control', 'public, max-age=600');
  if (c.req.query('download') === 'true') {
    c.header('Content-Disposition', 'attachment; filename="metadata.xml"');
  }
  return c.body(metadataXml, 200, { 'Content-Type': 'application/xml; charset=utf-8' });
};
