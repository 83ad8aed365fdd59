import { randomUUID, type KeyObject } from 'node:crypto';
import { generateServiceProviderMetadata, SAML } from './node-saml.ts';
import { certificateOf } from './own-certificate.ts';
import type { ProviderMetadata } from './provider-metadata.ts';

const DEFAULT_NAME_ID_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

interface SignInRequest {
  /** The provider's response contains it. */
  readonly id: string;
  readonly url: string;
}

/** This server as a SAML service provider. */
export interface ServiceProvider {
  readonly entityId: string;
  /** The URL that receives assertions. */
  readonly consumerUrl: string;
  readonly metadataXml: string;
  /** The URL for the sign-in. The response contains the relay state. */
  askForSignIn(
    provider: Pick<ProviderMetadata, 'signInUrl' | 'certificates'>,
    nameIdFormat: string | null,
    relayState: string,
  ): Promise<SignInRequest>;
  /**
   * The assertion of a response in its signed form.
   *
   * @param signs the signed elements. Each signature has to be valid
   * @throws Error when a signature is invalid
   */
  verify(
    samlResponse: string,
    certificates: readonly string[],
    signs: { readonly response: boolean; readonly assertion: boolean },
  ): Promise<string>;
}

/** @param apiUrl without a slash at the end */
export function createServiceProvider(privateKey: KeyObject, apiUrl: string): ServiceProvider {
  const entityId = `${apiUrl}/auth/v1/sso/saml/metadata`;
  const consumerUrl = `${apiUrl}/auth/v1/sso/saml/acs`;
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const own = {
    issuer: entityId,
    callbackUrl: consumerUrl,
    privateKey: pem,
    signatureAlgorithm: 'sha256' as const,
    wantAssertionsSigned: true,
  };
  return {
    entityId,
    consumerUrl,
    metadataXml: generateServiceProviderMetadata({
      ...own,
      publicCerts: certificateOf(privateKey),
      identifierFormat: DEFAULT_NAME_ID_FORMAT,
      generateUniqueId: () => '_beaconpay',
    }),

    async askForSignIn({ signInUrl, certificates }, nameIdFormat, relayState) {
      const id = `_${randomUUID()}`;
      const saml = new SAML({
        ...own,
        entryPoint: signInUrl,
        idpCert: [...certificates],
        identifierFormat: nameIdFormat ?? DEFAULT_NAME_ID_FORMAT,
        // The organisation decides how its users authenticate.
        disableRequestedAuthnContext: true,
        generateUniqueId: () => id,
      });
      return { id, url: await saml.getAuthorizeUrlAsync(relayState, undefined, {}) };
    },

    async verify(samlResponse, certificates, signs) {
      const saml = new SAML({
        ...own,
        idpCert: [...certificates],
        // Audience and time are checked when the assertion is read, with the server's clock.
        audience: false,
        wantAuthnResponseSigned: signs.response,
        wantAssertionsSigned: signs.assertion,
        acceptedClockSkewMs: -1,
      });
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: samlResponse });
      const xml = profile?.getAssertionXml?.();
      if (xml === undefined) throw new Error('There is no assertion.');
      return xml;
    },
  };
}
