import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireSaml } from '../sso/begin-saml-sign-in.ts';

/** GET /sso/saml/metadata: what an identity provider needs to know of this server. */
export function createSamlMetadataRoute(auth: AuthContext) {
  return (c: Context<ServiceEnv>): Response => {
    const { metadataXml } = requireSaml(auth);
    c.header('Cache-Control', 'public, max-age=600');
    if (c.req.query('download') === 'true') {
      c.header('Content-Disposition', 'attachment; filename="metadata.xml"');
    }
    return c.body(metadataXml, 200, { 'Content-Type': 'application/xml; charset=utf-8' });
  };
}
