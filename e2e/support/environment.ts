function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new Error(`${name} is not set; run the browser tests with "npm run e2e".`);
  }
  return value;
}

/** The servers and accounts that `npm run e2e` has started and created. */
export const environment = {
  url: required('E2E_URL'),
  publishableKey: required('E2E_PUBLISHABLE_KEY'),
  /** A server that confirms addresses by email, and the folder of its mails. */
  mail: {
    url: required('E2E_MAIL_URL'),
    publishableKey: required('E2E_MAIL_PUBLISHABLE_KEY'),
    dir: required('E2E_MAIL_DIR'),
  },
  /** A server with a captcha that confirms addresses by email, and the folder of its mails. */
  captcha: {
    url: required('E2E_CAPTCHA_URL'),
    mailDir: required('E2E_CAPTCHA_MAIL_DIR'),
  },
  /** The URL of the mails that the SMTP host of the `mail` server has received. */
  inboxUrl: required('E2E_INBOX_URL'),
  /** The URL of the fake SMS provider, which returns the messages it has received. */
  smsUrl: required('E2E_SMS_URL'),
  /** The path of Firefox, if it is installed. */
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
  /** For actions that need two administrators. */
  secondAdministrator: {
    email: required('E2E_SECOND_ADMIN_EMAIL'),
    password: required('E2E_ADMIN_PASSWORD'),
  },
};
