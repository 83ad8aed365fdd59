import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { systemClock, type Clock } from '../../src/platform/runtime/clock.ts';
import { certificateOf } from '../../src/services/auth/sso/own-certificate.ts';
import { listenLocally, type LocalHttp } from '../support/local-http.ts';
import { PERSISTENT, responseXml, type ResponseParts } from './saml-response-xml.ts';

/** The attributes of a user in the organisation. */
export type Member = Partial<Pick<ResponseParts, 'nameId' | 'nameIdFormat' | 'attributes'>> &
  Partial<Pick<ResponseParts, 'sessionNotOnOrAfter' | 'notBefore' | 'notOnOrAfter'>>;

/** The form that its page posts to the assertion consumer service. */
export interface PostedForm {
  readonly action: string;
  readonly fields: URLSearchParams;
}

export interface SamlIdentityProvider extends LocalHttp {
  readonly entityId: string;
  /** PEM. */
  readonly privateKey: string;
  /** The URL of its metadata. */
  readonly metadataUrl: string;
  readonly metadataXml: string;
  /** The number of requests for the metadata. */
  readonly metadataRequests: () => number;
  /** Registers a service provider by its metadata. */
  readonly trust: (serviceMetadataXml: string) => void;
  /** The contents of a valid response to the request with this id. */
  readonly parts: (inResponseTo: string | null, changes?: Partial<ResponseParts>) => ResponseParts;
  /** Validates the request and signs a user in. */
  readonly signIn: (departureUrl: string, member?: Member) => Promise<PostedForm>;
  /** Starts a sign-in without a request (IdP-initiated). */
  readonly send: (member?: Member, relayState?: string) => Promise<PostedForm>;
  /** Overrides the provider's responses while set. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
}

interface Entity {
  getMetadata(): string;
  entityMeta: { getAssertionConsumerService(binding: 'post'): string; getEntityID(): string };
}

interface LoginRequest {
  readonly extract: { readonly request: { readonly id: string } };
}

interface IdpEntity extends Entity {
  parseLoginRequest(sp: Entity, binding: 'redirect', request: object): Promise<LoginRequest>;
  createLoginResponse(
    sp: Entity,
    requestInfo: object,
    binding: 'post',
    user: object,
    replace: () => { id: string; context: string },
  ): Promise<{ context: string; entityEndpoint: string }>;
}

/** The package's own types declare all browser globals. */
const samlify = createRequire(import.meta.url)('samlify') as {
  setSchemaValidator(validator: { validate: () => Promise<string> }): void;
  IdentityProvider(settings: object): IdpEntity;
  ServiceProvider(settings: { metadata: string }): Entity;
};
samlify.setSchemaValidator({ validate: () => Promise.resolve('not needed here') });

export function generateRsaKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

/** A SAML identity provider built on a maintained library, on a free port. */
export async function startSamlIdentityProvider(
  clock: Clock = systemClock,
): Promise<SamlIdentityProvider> {
  const privateKey = generateRsaKey();
  let service: Entity | null = null;
  let metadataRequests = 0;

  const http = await listenLocally((request, response) => {
    if (provider.intercept?.(request, response) === true) return;
    if (request.url !== '/metadata') return void response.writeHead(404).end();
    metadataRequests += 1;
    response.writeHead(200, { 'Content-Type': 'application/samlmetadata+xml' });
    response.end(provider.metadataXml);
  });
  const { url } = http;
  // Unique, also when a later provider gets the same port.
  const entityId = `${url}/${randomUUID()}`;
  const idp = samlify.IdentityProvider({
    entityID: entityId,
    privateKey,
    signingCert: certificateOf(createPrivateKey(privateKey)),
    wantAuthnRequestsSigned: true,
    isAssertionEncrypted: false,
    nameIDFormat: [PERSISTENT],
    singleSignOnService: [
      { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: `${url}/sso` },
    ],
    singleLogoutService: [
      { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: `${url}/slo` },
    ],
    loginResponseTemplate: { context: '', attributes: [] },
  });

  function requireService(): Entity {
    if (service === null) throw new Error('No service provider is registered.');
    return service;
  }

  function parts(inResponseTo: string | null, changes: Partial<ResponseParts> = {}): ResponseParts {
    const { entityMeta } = requireService();
    const consumerUrl = entityMeta.getAssertionConsumerService('post');
    const nameId = randomUUID();
    return {
      issuer: entityId,
      destination: consumerUrl,
      recipient: consumerUrl,
      audience: entityMeta.getEntityID(),
      inResponseTo,
      nameId,
      nameIdFormat: PERSISTENT,
      attributes: { email: `person-${nameId}@corp.example` },
      assertionId: `_${randomUUID()}`,
      notBefore: new Date(clock.now().getTime() - 1000),
      notOnOrAfter: new Date(clock.now().getTime() + 300_000),
      sessionNotOnOrAfter: null,
      status: 'Success',
      extraCondition: '',
      hasAuthnStatement: true,
      ...changes,
    };
  }

  async function respond(
    requestInfo: LoginRequest | null,
    member: Member,
    relayState: string | null,
  ): Promise<PostedForm> {
    const xml = responseXml(parts(requestInfo?.extract.request.id ?? null, member));
    const response = await idp.createLoginResponse(
      requireService(),
      requestInfo ?? {},
      'post',
      {},
      () => ({ id: randomUUID(), context: xml }),
    );
    const fields = new URLSearchParams({ SAMLResponse: response.context });
    if (relayState !== null) fields.set('RelayState', relayState);
    return { action: response.entityEndpoint, fields };
  }

  const provider: SamlIdentityProvider = {
    ...http,
    entityId,
    privateKey,
    metadataUrl: `${url}/metadata`,
    metadataXml: idp.getMetadata(),
    metadataRequests: () => metadataRequests,
    trust(serviceMetadataXml) {
      service = samlify.ServiceProvider({ metadata: serviceMetadataXml });
    },
    parts,
    async signIn(departureUrl, member = {}) {
      const { search, searchParams } = new URL(departureUrl);
      // The signed XML, unchanged.
      const octetString = search.slice(1, search.indexOf('&Signature='));
      const query = Object.fromEntries(searchParams);
      const request = { query, octetString };
      const requestInfo = await idp.parseLoginRequest(requireService(), 'redirect', request);
      return respond(requestInfo, member, searchParams.get('RelayState'));
    },
    send: (member = {}, relayState) => respond(null, member, relayState ?? null),
    intercept: null,
  };
  return provider;
}
