import { createRequire } from 'node:module';

/** The options of the package that are used. */
interface SamlOptions {
  readonly issuer: string;
  readonly callbackUrl: string;
  /** PEM. */
  readonly privateKey: string;
  readonly signatureAlgorithm: 'sha256';
  readonly idpCert: readonly string[];
  readonly entryPoint?: string;
  readonly identifierFormat?: string;
  readonly disableRequestedAuthnContext?: boolean;
  readonly generateUniqueId?: () => string;
  readonly audience?: false;
  readonly wantAuthnResponseSigned?: boolean;
  readonly wantAssertionsSigned?: boolean;
  readonly acceptedClockSkewMs?: number;
}

interface Saml {
  getAuthorizeUrlAsync(relayState: string, host: undefined, options: object): Promise<string>;
  validatePostResponseAsync(form: {
    readonly SAMLResponse: string;
  }): Promise<{ readonly profile: { getAssertionXml?(): string } | null }>;
}

interface NodeSaml {
  readonly SAML: new (options: SamlOptions) => Saml;
  readonly generateServiceProviderMetadata: (
    options: Pick<SamlOptions, 'issuer' | 'callbackUrl' | 'privateKey' | 'signatureAlgorithm'> & {
      readonly publicCerts: string;
      readonly identifierFormat: string;
      readonly wantAssertionsSigned: boolean;
      readonly generateUniqueId: () => string;
    },
  ) => string;
}

/** The package's own types declare all browser globals. */
export const { SAML, generateServiceProviderMetadata } = createRequire(import.meta.url)(
  '@node-saml/node-saml',
) as NodeSaml;
