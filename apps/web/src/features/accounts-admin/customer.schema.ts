import { z } from '../../lib/zod.ts';

const text = z.nullable(z.string());

/** What `customer_overview` returns. The generated types know only that it is JSON. */
export const customerSchema = z.object({
  profile: z.object({
    id: z.string(),
    full_name: text,
    account_type: z.string(),
    phone_number: text,
    country: text,
    company_name: text,
    avatar_url: text,
  }),
  account: z.object({
    email: text,
    created_at: text,
    email_confirmed_at: text,
    last_sign_in_at: text,
    deleted_at: text,
    is_locked: z.boolean(),
    second_factors: z.array(z.string()),
  }),
  deletion_requested_at: text,
  administrator_request: z.nullable(
    z.object({
      id: z.string(),
      action: z.enum(['make', 'unmake']),
      reason: text,
      requested_by: z.string(),
      requested_by_email: text,
      requested_at: z.string(),
      expires_at: z.string(),
    }),
  ),
  totals: z.array(
    z.object({
      /** YYYY-MM */
      month: z.string(),
      status: z.string(),
      currency: z.string(),
      count: z.number(),
      amount: z.string(),
    }),
  ),
  sessions: z.array(
    z.object({
      id: z.string(),
      signed_in_at: z.string(),
      last_active_at: z.string(),
      user_agent: text,
    }),
  ),
});

export type CustomerOverview = z.output<typeof customerSchema>;
export type AdministratorRequest = NonNullable<CustomerOverview['administrator_request']>;
