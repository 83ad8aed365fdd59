import { randomUUID, type KeyObject } from 'node:crypto';
import { generateServiceProviderMetadata, SAML } from './node-saml.ts';
import { certificateOf } from './own-certificate.ts';
import type { ProviderMetadata } from './provider-metadata.ts';

const DEFAULT_NAME_ID_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

interface SignInRequest {
  /** Its answer names it. */
  readonly id: string;
  readonly url: string;
}

/** This server as identity providers see it. */
export interface ServiceProvider {
  readonly entityId: string;
  /** Where assertions are posted to. */
  readonly consumerUrl: string;
  readonly metadataXml: string;
  /** Where somebody's browser is led, to come back with the relay state. */
  askForSignIn(
    provider: Pick<ProviderMetadata, 'signInUrl' | 'certificates'>,
    nameIdFormat: string | null,
    relayState: string,
  ): Promise<SignInRequest>;
  /**
   * The assertion that a response carries, as it was signed.
   *
   * @param signs what has a signature; each one there has to be valid
   * @throws Error when a signature is not right
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
        // How people prove who they are is the organisation's own rule.
        disableRequestedAuthnContext: true,
        generateUniqueId: () => id,
      });
      return { id, url: await saml.getAuthorizeUrlAsync(relayState, undefined, {}) };
    },

    async verify(samlResponse, certificates, signs) {
      const saml = new SAML({
        ...own,
        idpCert: [...certificates],
        // Who it is for and when it counts is checked when it is read, by the server's clock.
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
