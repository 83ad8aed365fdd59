import { expect, test } from 'vitest';
import { linkProblemOf, linkPurposeOf, providerProblemOf, withoutLinkParts } from './email-link.ts';

test.each([
  ['', '', null],
  ['link=signup', '', null],
  ['', '#access_token=a&refresh_token=b', null],
  ['', '#error=access_denied&error_code=otp_expired&error_description=Expired', 'expired'],
  ['error_code=otp_expired&error_description=Expired', '', 'expired'],
  ['', '#error_code=user_banned&error_description=Banned', 'refused'],
  ['error_description=anything', '', 'refused'],
  ['code=b3f1', '', 'other-browser'],
])(
  'a URL with the query "%s" and the fragment "%s" has the link problem: %s',
  (query, fragment, problem) => {
    expect(linkProblemOf(new URLSearchParams(query), fragment)).toBe(problem);
  },
);

test('a link has the purpose of its email, which is recovery by default', () => {
  expect(linkPurposeOf(new URLSearchParams('link=signup'))).toBe('signup');
  expect(linkPurposeOf(new URLSearchParams('link=recovery'))).toBe('recovery');
  expect(linkPurposeOf(new URLSearchParams(''))).toBe('recovery');
});

test('the parameters of a link are removed from the query, and all other parameters stay', () => {
  const query = new URLSearchParams('tab=research&link=signup&code=1&error_code=x');
  expect(withoutLinkParts(query).toString()).toBe('tab=research');
});

test.each([
  ['link=google', '', null],
  ['link=google&error_code=access_denied', '#error_code=access_denied', 'cancelled'],
  ['link=google&error_code=provider_email_needs_verification', '', 'unverified-email'],
  ['link=google&error_code=user_already_exists', '', 'other-account'],
  ['link=google&error_code=unexpected_failure', '', 'failed'],
  ['link=google&code=b3f1', '', 'failed'],
  ['', '#error_code=bad_oauth_state&error_description=Forged', 'failed'],
  ['link=signup&error_code=otp_expired', '', null],
])(
  'a redirect from Google with the query "%s" and the fragment "%s" has the provider problem: %s',
  (query, fragment, problem) => {
    expect(providerProblemOf(new URLSearchParams(query), fragment)).toBe(problem);
    if (problem !== null) expect(linkProblemOf(new URLSearchParams(query), fragment)).toBeNull();
  },
);
