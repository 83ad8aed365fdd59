function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new Error(`${name} is not set; run the browser tests with "npm run e2e".`);
  }
  return value;
}

/** What the tests need to know about the server that `npm run e2e` started. */
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
  /** The mails that the mail host of the mailing server has received. */
  inboxUrl: required('E2E_INBOX_URL'),
  /** The double of the SMS provider, which returns the messages it received. */
  smsUrl: required('E2E_SMS_URL'),
  /** The program of a Firefox, where there is one. */
  firefoxPath: process.env.FIREFOX_PATH,
  /** Tests may change how this account signs in, because no other test uses it. */
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
