function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new Error(`${name} is not set; run the browser tests with "npm run e2e".`);
  }
  return value;
}

/** What `npm run e2e` tells the tests about the server it started. */
export const environment = {
  url: required('E2E_URL'),
  publishableKey: required('E2E_PUBLISHABLE_KEY'),
  /** A server that confirms addresses by mail, and where its mails lie. */
  mail: {
    url: required('E2E_MAIL_URL'),
    publishableKey: required('E2E_MAIL_PUBLISHABLE_KEY'),
    dir: required('E2E_MAIL_DIR'),
  },
  /** A server that asks for a captcha, confirms addresses by mail, and where its mails lie. */
  captcha: {
    url: required('E2E_CAPTCHA_URL'),
    mailDir: required('E2E_CAPTCHA_MAIL_DIR'),
  },
  /** What stands in for the service of texts, and tells what it was given to send. */
  smsUrl: required('E2E_SMS_URL'),
  /** The program of a Firefox, where there is one. */
  firefoxPath: process.env.FIREFOX_PATH,
  /** Nobody else's: tests may change how this one signs in. */
  guardedAdministrator: {
    email: required('E2E_GUARDED_ADMIN_EMAIL'),
    password: required('E2E_ADMIN_PASSWORD'),
  },
  administrator: {
    email: required('E2E_ADMIN_EMAIL'),
    password: required('E2E_ADMIN_PASSWORD'),
  },
  /** Where it takes two. */
  secondAdministrator: {
    email: required('E2E_SECOND_ADMIN_EMAIL'),
    password: required('E2E_ADMIN_PASSWORD'),
  },
};
