/** The settings the service needs. Limits of 0 mean no limit. */
export interface AuthConfig {
  /** Where the web app lives, without a slash at the end. */
  readonly siteUrl: string;
  /** E-mail addresses count as confirmed at sign-up. */
  readonly mailerAutoconfirm: boolean;
  readonly smsAutoconfirm: boolean;
  readonly disableSignup: boolean;
  readonly anonymousUsers: boolean;
  readonly passwordMinLength: number;
  readonly otpExpiryS: number;
  readonly jwtExpiryS: number;
  readonly refreshReuseIntervalS: number;
  /** Between two mails of one kind to one user. */
  readonly maxFrequencyS: number;
  readonly rateLimits: {
    readonly tokenPer5Min: number;
    readonly authPer5Min: number;
    readonly anonymousPerHour: number;
    readonly emailPerHour: number;
  };
  /** Addresses besides the site's own that a mail may lead to; `*` and `**` as in Supabase. */
  readonly redirectAllowList: readonly string[];
}
