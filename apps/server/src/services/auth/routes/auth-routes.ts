import type { RouteEntry } from '../../../platform/http/route-table.ts';
import type { AuthContext } from '../auth-context.ts';
import { adminGenerateLinkRoute } from './admin-generate-link.ts';
import {
  adminSsoProvidersCreateRoute,
  adminSsoProvidersUpdateRoute,
} from './admin-sso-providers-change.ts';
import {
  adminSsoProvidersDeleteRoute,
  adminSsoProvidersGetRoute,
  adminSsoProvidersListRoute,
} from './admin-sso-providers-manage.ts';
import { adminUsersCreateRoute } from './admin-users-create.ts';
import { adminUsersDeleteRoute } from './admin-users-delete.ts';
import { adminUsersFactorsRoute } from './admin-users-factors.ts';
import { adminUsersFactorsDeleteRoute } from './admin-users-factors-delete.ts';
import { adminUsersGetRoute } from './admin-users-get.ts';
import { adminUsersListRoute } from './admin-users-list.ts';
import { adminUsersUpdateRoute } from './admin-users-update.ts';
import { authorizeRoute } from './authorize.ts';
import { callbackRoute } from './callback.ts';
import { factorsChallengeRoute } from './factors-challenge.ts';
import { factorsEnrolRoute } from './factors-enrol.ts';
import { factorsUnenrolRoute } from './factors-unenrol.ts';
import { factorsVerifyRoute } from './factors-verify.ts';
import { healthRoute } from './health.ts';
import { identitiesAuthorizeRoute } from './identities-authorize.ts';
import { identitiesDeleteRoute } from './identities-delete.ts';
import { inviteRoute } from './invite.ts';
import { jwksRoute } from './jwks.ts';
import { logoutRoute } from './logout.ts';
import { otpRoute } from './otp.ts';
import {
  adminPasskeysDeleteRoute,
  adminPasskeysListRoute,
  passkeysDeleteRoute,
  passkeysListRoute,
  passkeysRenameRoute,
} from './passkeys-manage.ts';
import {
  passkeyRegistrationOptionsRoute,
  passkeyRegistrationVerifyRoute,
} from './passkeys-register.ts';
import { passkeySignInOptionsRoute, passkeySignInVerifyRoute } from './passkeys-sign-in.ts';
import { reauthenticateRoute } from './reauthenticate.ts';
import { recoverRoute } from './recover.ts';
import { recoveryCodesRoute } from './recovery-codes-create.ts';
import { recoveryCodesVerifyRoute } from './recovery-codes-verify.ts';
import { resendRoute } from './resend.ts';
import type { AuthEnv } from './route.ts';
import { settingsRoute } from './settings.ts';
import { signupRoute } from './signup.ts';
import { ssoRoute } from './sso.ts';
import { samlConsumerRoute } from './sso-saml-acs.ts';
import { samlMetadataRoute } from './sso-saml-metadata.ts';
import { tokenRoute } from './token.ts';
import { userGetRoute } from './user-get.ts';
import { userUpdateRoute } from './user-update.ts';
import { verifyGetRoute } from './verify-get.ts';
import { verifyPostRoute } from './verify-post.ts';

type AuthRoute = RouteEntry<AuthContext, AuthEnv>;

/** Endpoints that a browser opens by navigation, without a header for a key. */
export const OPEN_ROUTES: readonly AuthRoute[] = [
  ['GET', '/.well-known/jwks.json', jwksRoute],
  ['GET', '/health', healthRoute],
  ['GET', '/verify', verifyGetRoute],
  ['GET', '/authorize', authorizeRoute],
  ['GET', '/callback', callbackRoute],
  ['POST', '/callback', callbackRoute],
  ['GET', '/sso/saml/metadata', samlMetadataRoute],
  ['POST', '/sso/saml/acs', samlConsumerRoute],
];

/** Endpoints that require an API key. */
export const KEYED_ROUTES: readonly AuthRoute[] = [
  ['GET', '/settings', settingsRoute],
  ['POST', '/signup', signupRoute],
  ['POST', '/token', tokenRoute],
  ['POST', '/logout', logoutRoute],
  ['POST', '/otp', otpRoute],
  ['POST', '/verify', verifyPostRoute],
  ['POST', '/resend', resendRoute],
  ['POST', '/recover', recoverRoute],
  ['GET', '/reauthenticate', reauthenticateRoute],
  ['GET', '/user', userGetRoute],
  ['PUT', '/user', userUpdateRoute],
  ['GET', '/user/identities/authorize', identitiesAuthorizeRoute],
  ['DELETE', '/user/identities/:id', identitiesDeleteRoute],
  ['POST', '/sso', ssoRoute],
  ['POST', '/factors', factorsEnrolRoute],
  ['POST', '/factors/recovery-codes', recoveryCodesRoute],
  ['POST', '/factors/recovery-codes/verify', recoveryCodesVerifyRoute],
  ['POST', '/factors/:id/challenge', factorsChallengeRoute],
  ['POST', '/factors/:id/verify', factorsVerifyRoute],
  ['DELETE', '/factors/:id', factorsUnenrolRoute],
  ['POST', '/passkeys/registration/options', passkeyRegistrationOptionsRoute],
  ['POST', '/passkeys/registration/verify', passkeyRegistrationVerifyRoute],
  ['POST', '/passkeys/authentication/options', passkeySignInOptionsRoute],
  ['POST', '/passkeys/authentication/verify', passkeySignInVerifyRoute],
  ['GET', '/passkeys', passkeysListRoute],
  ['PATCH', '/passkeys/:passkeyId', passkeysRenameRoute],
  ['DELETE', '/passkeys/:passkeyId', passkeysDeleteRoute],
];

/** Endpoints that require the secret key, or a token with the role service_role. */
export const OPERATOR_ROUTES: readonly AuthRoute[] = [
  ['GET', '/admin/users/:id/passkeys', adminPasskeysListRoute],
  ['DELETE', '/admin/users/:id/passkeys/:passkeyId', adminPasskeysDeleteRoute],
  ['GET', '/admin/users', adminUsersListRoute],
  ['POST', '/admin/users', adminUsersCreateRoute],
  ['GET', '/admin/users/:id', adminUsersGetRoute],
  ['PUT', '/admin/users/:id', adminUsersUpdateRoute],
  ['DELETE', '/admin/users/:id', adminUsersDeleteRoute],
  ['GET', '/admin/users/:id/factors', adminUsersFactorsRoute],
  ['DELETE', '/admin/users/:id/factors/:factorId', adminUsersFactorsDeleteRoute],
  ['GET', '/admin/sso/providers', adminSsoProvidersListRoute],
  ['POST', '/admin/sso/providers', adminSsoProvidersCreateRoute],
  ['GET', '/admin/sso/providers/:id', adminSsoProvidersGetRoute],
  ['PUT', '/admin/sso/providers/:id', adminSsoProvidersUpdateRoute],
  ['DELETE', '/admin/sso/providers/:id', adminSsoProvidersDeleteRoute],
  ['POST', '/admin/generate_link', adminGenerateLinkRoute],
  ['POST', '/invite', inviteRoute],
];
