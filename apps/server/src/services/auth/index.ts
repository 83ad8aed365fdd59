import { availableParallelism } from 'node:os';
import { Hono } from 'hono';
import { ApiKeyError } from '../../platform/identity/caller.ts';
import { createBodyLimit } from '../../platform/http/limit-body.ts';
import type { ServiceEnv } from '../../platform/http/request-variables.ts';
import type { Service } from '../../server/service.ts';
import type { AuthContext, AuthServiceDeps } from './auth-context.ts';
import { requireApiKey } from './routes/bearer.ts';
import { toKnownError } from './database-errors.ts';
import { authErrors } from './errors.ts';
import { logFailure } from './routes/log-failure.ts';
import { createHashThreads } from './passwords/hash-threads.ts';
import { createCaptcha } from './captcha/captcha.ts';
import { createBreachList } from './passwords/breach-list.ts';
import { createPasswordPolicy } from './passwords/password-policy.ts';
import { createPasswordHasher, hashThreadsOf } from './passwords/password-hashing.ts';
import { fulfilLinkRequest } from './accounts/link-requests.ts';
import { fulfilTextRequest } from './accounts/text-requests.ts';
import { createOutbox, workOnOutbox } from './messages/outbox.ts';
import { createSealer } from '../../platform/sealing.ts';
import { createServiceProvider } from './sso/service-provider.ts';
import { createProviders } from './providers/providers.ts';
import { createAuthRateLimits } from './rate-limits.ts';
import { negotiatedVersion, renderError } from './routes/render-error.ts';
import { createAdminGenerateLinkRoute } from './routes/admin-generate-link.ts';
import {
  createAdminSsoProvidersCreateRoute,
  createAdminSsoProvidersUpdateRoute,
} from './routes/admin-sso-providers-change.ts';
import {
  createAdminSsoProvidersDeleteRoute,
  createAdminSsoProvidersGetRoute,
  createAdminSsoProvidersListRoute,
} from './routes/admin-sso-providers-keep.ts';
import { createAdminUsersCreateRoute } from './routes/admin-users-create.ts';
import { createAdminUsersDeleteRoute } from './routes/admin-users-delete.ts';
import { createAdminUsersFactorsDeleteRoute } from './routes/admin-users-factors-delete.ts';
import { createAdminUsersFactorsRoute } from './routes/admin-users-factors.ts';
import { createAdminUsersGetRoute } from './routes/admin-users-get.ts';
import { createAdminUsersListRoute } from './routes/admin-users-list.ts';
import { createAdminUsersUpdateRoute } from './routes/admin-users-update.ts';
import { createAuthorizeRoute } from './routes/authorize.ts';
import { createCallbackRoute } from './routes/callback.ts';
import { createFactorsChallengeRoute } from './routes/factors-challenge.ts';
import { createFactorsEnrolRoute } from './routes/factors-enrol.ts';
import { createFactorsUnenrolRoute } from './routes/factors-unenrol.ts';
import { createFactorsVerifyRoute } from './routes/factors-verify.ts';
import { createHealthRoute } from './routes/health.ts';
import { createIdentitiesAuthorizeRoute } from './routes/identities-authorize.ts';
import { createIdentitiesDeleteRoute } from './routes/identities-delete.ts';
import { createInviteRoute } from './routes/invite.ts';
import { createJwksRoute } from './routes/jwks.ts';
import { createLogoutRoute } from './routes/logout.ts';
import { createOtpRoute } from './routes/otp.ts';
import {
  createAdminPasskeysDeleteRoute,
  createAdminPasskeysListRoute,
  createPasskeysDeleteRoute,
  createPasskeysListRoute,
  createPasskeysRenameRoute,
} from './routes/passkeys-keep.ts';
import {
  createPasskeyRegistrationOptionsRoute,
  createPasskeyRegistrationVerifyRoute,
} from './routes/passkeys-register.ts';
import {
  createPasskeySignInOptionsRoute,
  createPasskeySignInVerifyRoute,
} from './routes/passkeys-sign-in.ts';
import { createReauthenticateRoute } from './routes/reauthenticate.ts';
import { createRecoveryCodesRoute } from './routes/recovery-codes-create.ts';
import { createRecoveryCodesVerifyRoute } from './routes/recovery-codes-verify.ts';
import { createRecoverRoute } from './routes/recover.ts';
import { createResendRoute } from './routes/resend.ts';
import { createSettingsRoute } from './routes/settings.ts';
import { createSignupRoute } from './routes/signup.ts';
import { createSamlConsumerRoute } from './routes/sso-saml-acs.ts';
import { createSamlMetadataRoute } from './routes/sso-saml-metadata.ts';
import { createSsoRoute } from './routes/sso.ts';
import { createTokenRoute } from './routes/token.ts';
import { createUserGetRoute } from './routes/user-get.ts';
import { createUserUpdateRoute } from './routes/user-update.ts';
import { createVerifyGetRoute } from './routes/verify-get.ts';
import { createVerifyPostRoute } from './routes/verify-post.ts';

export type { AuthServiceDeps } from './auth-context.ts';

/** Some seconds of hashing; who comes later is told to try again. */
const WAITING_PER_THREAD = 128;
/** Somebody looks at a blank page in the meantime. */
const PROVIDER_TIMEOUT_S = 10;

function refusePath(): never {
  throw authErrors.pathNotFound();
}

/** What a browser opens by itself, without a header that could hold a key. */
function addOpenRoutes(app: Hono<ServiceEnv>, auth: AuthContext): void {
  app.get('/.well-known/jwks.json', createJwksRoute(auth));
  app.get('/health', createHealthRoute());
  app.get('/verify', createVerifyGetRoute(auth));
  app.get('/authorize', createAuthorizeRoute(auth));
  app.on(['GET', 'POST'], '/callback', createCallbackRoute(auth));
  app.get('/sso/saml/metadata', createSamlMetadataRoute(auth));
  app.post('/sso/saml/acs', createSamlConsumerRoute(auth));
}

function addKeyedRoutes(app: Hono<ServiceEnv>, auth: AuthContext): void {
  app.get('/settings', createSettingsRoute(auth));
  app.post('/signup', createSignupRoute(auth));
  app.post('/token', createTokenRoute(auth));
  app.post('/logout', createLogoutRoute(auth));
  app.post('/otp', createOtpRoute(auth));
  app.post('/verify', createVerifyPostRoute(auth));
  app.post('/resend', createResendRoute(auth));
  app.post('/recover', createRecoverRoute(auth));
  app.get('/reauthenticate', createReauthenticateRoute(auth));
  app.get('/user', createUserGetRoute(auth));
  app.put('/user', createUserUpdateRoute(auth));
  app.get('/user/identities/authorize', createIdentitiesAuthorizeRoute(auth));
  app.delete('/user/identities/:id', createIdentitiesDeleteRoute(auth));
  app.post('/sso', createSsoRoute(auth));
  app.post('/factors', createFactorsEnrolRoute(auth));
  app.post('/factors/recovery-codes', createRecoveryCodesRoute(auth));
  app.post('/factors/recovery-codes/verify', createRecoveryCodesVerifyRoute(auth));
  app.post('/factors/:id/challenge', createFactorsChallengeRoute(auth));
  app.post('/factors/:id/verify', createFactorsVerifyRoute(auth));
  app.delete('/factors/:id', createFactorsUnenrolRoute(auth));
  app.post('/passkeys/registration/options', createPasskeyRegistrationOptionsRoute(auth));
  app.post('/passkeys/registration/verify', createPasskeyRegistrationVerifyRoute(auth));
  app.post('/passkeys/authentication/options', createPasskeySignInOptionsRoute(auth));
  app.post('/passkeys/authentication/verify', createPasskeySignInVerifyRoute(auth));
  app.get('/passkeys', createPasskeysListRoute(auth));
  app.patch('/passkeys/:passkeyId', createPasskeysRenameRoute(auth));
  app.delete('/passkeys/:passkeyId', createPasskeysDeleteRoute(auth));
  app.get('/admin/users/:id/passkeys', createAdminPasskeysListRoute(auth));
  app.delete('/admin/users/:id/passkeys/:passkeyId', createAdminPasskeysDeleteRoute(auth));
  app.get('/admin/users', createAdminUsersListRoute(auth));
  app.post('/admin/users', createAdminUsersCreateRoute(auth));
  app.get('/admin/users/:id', createAdminUsersGetRoute(auth));
  app.put('/admin/users/:id', createAdminUsersUpdateRoute(auth));
  app.delete('/admin/users/:id', createAdminUsersDeleteRoute(auth));
  app.get('/admin/users/:id/factors', createAdminUsersFactorsRoute(auth));
  app.delete('/admin/users/:id/factors/:factorId', createAdminUsersFactorsDeleteRoute(auth));
  app.get('/admin/sso/providers', createAdminSsoProvidersListRoute(auth));
  app.post('/admin/sso/providers', createAdminSsoProvidersCreateRoute(auth));
  app.get('/admin/sso/providers/:id', createAdminSsoProvidersGetRoute(auth));
  app.put('/admin/sso/providers/:id', createAdminSsoProvidersUpdateRoute(auth));
  app.delete('/admin/sso/providers/:id', createAdminSsoProvidersDeleteRoute(auth));
  app.post('/admin/generate_link', createAdminGenerateLinkRoute(auth));
  app.post('/invite', createInviteRoute(auth));
}

function createAuthApp(auth: AuthContext, bodyLimitBytes: number): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();

  app.use(async (c, next) => {
    // Answers hold tokens and personal data. A route that says otherwise wins.
    c.header('Cache-Control', 'no-store');
    const version = negotiatedVersion(c.req.header('X-Supabase-Api-Version'));
    if (version !== null) c.header('X-Supabase-Api-Version', version);
    await next();
  });
  app.use(createBodyLimit(bodyLimitBytes));
  addOpenRoutes(app, auth);
  app.use(async (c, next) => {
    await requireApiKey(auth, c);
    await next();
  });
  addKeyedRoutes(app, auth);

  app.all('*', refusePath);
  app.onError((error, c) => {
    if (error instanceof ApiKeyError) {
      return c.json({ message: error.message, hint: error.hint }, 401);
    }
    const known = toKnownError(error, 'Internal Server Error');
    logFailure(auth.logger, c, known);
    return renderError(c, known);
  });
  return app;
}

/** The accounts service. */
export function createAuthService(deps: AuthServiceDeps): Service {
  const { sql, config, jobs, clock, logger, mailer } = deps;
  const threads = hashThreadsOf(availableParallelism(), deps.processes);
  const hashThreads = createHashThreads({ threads, maxWaiting: threads * WAITING_PER_THREAD });
  const sealer = createSealer(deps.secretKey, 'messages');
  const auth: AuthContext = {
    ...deps,
    passwords: createPasswordHasher(hashThreads),
    passwordPolicy: createPasswordPolicy({
      minLength: config.passwordMinLength,
      requiredCharacters: config.passwordRequiredCharacters,
      breaches: config.breachList === null ? null : createBreachList(config.breachList),
      failsClosed: config.breachList?.failsClosed ?? false,
      logger,
    }),
    captcha: config.captcha === null ? null : createCaptcha(config.captcha, logger),
    limits: createAuthRateLimits(config, deps.rateLimits),
    outbox: createOutbox({ sql, jobs, sealer, clock }),
    providers: createProviders(config.providers, { clock, timeoutS: PROVIDER_TIMEOUT_S }),
    samlService:
      config.saml.privateKey === null
        ? null
        : createServiceProvider(config.saml.privateKey, config.siteUrl),
    providerSealer: createSealer(deps.secretKey, 'providers'),
    factorSealer: createSealer(deps.secretKey, 'factors'),
  };
  workOnOutbox({
    sql,
    jobs,
    sealer,
    clock,
    logger,
    mailer,
    frame: { ...deps.mails, siteUrl: config.siteUrl, expiryS: config.otpExpiryS },
    sms: deps.sms,
    textFrame: { siteUrl: config.siteUrl, expiryS: config.sms.expiryS },
    fulfil: (transaction, request) =>
      'phone' in request
        ? fulfilTextRequest(auth, transaction, request)
        : fulfilLinkRequest(auth, transaction, request),
  });
  return {
    prefix: '/auth/v1',
    app: createAuthApp(auth, deps.bodyLimitBytes),
    isReady: () =>
      sql`select 1`.then(
        () => null,
        () => 'The database does not answer.',
      ),
    close: () => hashThreads.close(),
  };
}
