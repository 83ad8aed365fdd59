import type { FakeBackend } from './backend.ts';
import { createPerson } from './people.ts';
import { openScreen } from './screen.tsx';

export const administrator = createPerson({ account_type: 'admin' });
export const OTHER_ADMINISTRATOR = {
  id: 'eeeeeeee-0000-4000-8000-000000000000',
  email: 'ada@example.com',
};
export const RECORD_ID = 'aaaaaaaa-0000-4000-8000-000000000000';
export const NEXT_ID = 'bbbbbbbb-0000-4000-8000-000000000000';
const CUSTOMER_ID = 'dddddddd-0000-4000-8000-000000000000';
const PENDING = 'pending_manual_verification';
const SUBMITTED_AT = '2026-11-01T12:00:00Z';

/** A row of the list of records. */
export const recordRow = (id: string, changes: object = {}) => ({
  id,
  kind: 'card_order',
  user_id: CUSTOMER_ID,
  customer_name: 'Katherine Johnson',
  customer_email: 'k@example.com',
  status: PENDING,
  amount: 15,
  currency: 'USD',
  payment_method: 'bank_transfer',
  transaction_reference: 'TR-1',
  country: 'USA',
  created_at: SUBMITTED_AT,
  decided_at: null,
  decided_by: null,
  assigned_to: null,
  assignee_name: null,
  assigned_at: null,
  held_until: null,
  hold_reason: null,
  first_approved_by: null,
  first_approved_at: null,
  corrected_at: null,
  flag: 0,
  next_cursor: null,
  ...changes,
});

function respondWithSettings(backend: FakeBackend): void {
  backend.respond('GET /rest/v1/security_settings', () =>
    Response.json({ administrators_need_second_factor: false }),
  );
}

/** Opens the list of records. Each cursor selects one page of rows. */
export function openRecords(
  address: string,
  pages: readonly object[][],
  prepare: (backend: FakeBackend) => void = () => undefined,
): Promise<FakeBackend> {
  return openScreen(address, {
    person: administrator,
    prepare(backend) {
      respondWithSettings(backend);
      backend.respond('POST /rest/v1/rpc/search_records', ({ body }) => {
        const { after } = body as { after?: { id: string } };
        const page = pages.findIndex((_, index) => String(index) === after?.id.at(-1));
        return Response.json(pages[page === -1 ? 0 : page]);
      });
      backend.respond('POST /rest/v1/rpc/count_records', () => Response.json(pages.flat().length));
      backend.respond('GET /rest/v1/record_views', () => Response.json([]));
      prepare(backend);
    },
  });
}

interface OpenedRecord {
  /** Columns of the record that differ from the default. */
  record?: object;
  /** Columns of the order that differ from the default. */
  order?: object;
  fourEyesAmount?: number;
  prepare?: (backend: FakeBackend) => void;
}

const ORDER = {
  user_id: CUSTOMER_ID,
  amount: 15,
  currency: 'USD',
  payment_method: 'bank_transfer',
  payment_details: null,
  transaction_reference: 'TR-2026-77',
  created_at: SUBMITTED_AT,
  admin_notes: null,
  card_details: { tier: 'premium', cardName: 'Travel' },
  profiles: {
    full_name: 'Katherine Johnson',
    avatar_url: null,
    users: { email: 'k@example.com' },
  },
};

const RECORD = {
  kind: 'card_order',
  status: PENDING,
  decided_at: null,
  decided_by: null,
  assigned_to: administrator.id,
  held_until: null,
  hold_reason: null,
  first_approved_by: null,
  corrected_at: null,
};

const NO_CONTENT = () => new Response(null, { status: 204 });

/** Opens the page of a record. */
export function openRecord({
  record = {},
  order = {},
  fourEyesAmount,
  prepare,
}: OpenedRecord = {}): Promise<FakeBackend> {
  return openScreen(`/admin/records/${RECORD_ID}`, {
    person: administrator,
    prepare(backend) {
      respondWithSettings(backend);
      respondWithRecord(backend, record, order);
      respondWithActivity(backend);
      backend.respond('GET /rest/v1/back_office_settings', () =>
        Response.json({ four_eyes_amount: fourEyesAmount ?? null }),
      );
      prepare?.(backend);
    },
  });
}

function respondWithRecord(backend: FakeBackend, record: object, order: object): void {
  backend.respond('GET /rest/v1/records', ({ query }) =>
    Response.json([{ ...RECORD, ...record, id: query.get('id')?.slice('eq.'.length) }]),
  );
  backend.respond('GET /rest/v1/orders', ({ query }) => {
    const id = query.get('id')?.slice('eq.'.length);
    return Response.json(id === undefined ? [] : { ...ORDER, ...order, id });
  });
  backend.respond('PATCH /rest/v1/orders', ({ query }) =>
    Response.json([{ id: query.get('id')?.slice('eq.'.length), status: 'decided' }]),
  );
  backend.respond('POST /rest/v1/rpc/record_neighbours', () =>
    Response.json({ previous_id: null, next_id: NEXT_ID, next_for_me: NEXT_ID }),
  );
  backend.respond('GET /rest/v1/recharges', () => Response.json([]));
  backend.respond('POST /rest/v1/rpc/record_checks', () =>
    Response.json([
      {
        check_key: 'reference_reused',
        grade: 3,
        detail: { same_customer: false, record_id: NEXT_ID, created_at: SUBMITTED_AT },
      },
      { check_key: 'new_account', grade: 0, detail: {} },
      { check_key: 'check_of_tomorrow', grade: 1, detail: {} },
    ]),
  );
}

function respondWithActivity(backend: FakeBackend): void {
  const { id: admin, email } = administrator;
  backend.respond('GET /rest/v1/account_directory', () =>
    Response.json([OTHER_ADMINISTRATOR, { id: admin, email }]),
  );
  backend.respond('POST /rest/v1/rpc/record_timeline', () =>
    Response.json([
      { id: 0, kind: 'submitted', actor_email: 'k@example.com', at: SUBMITTED_AT, detail: {} },
      { id: 1, kind: 'opened', actor_email: email, at: SUBMITTED_AT, detail: {} },
      { id: 2, kind: 'noted', actor_email: email, at: SUBMITTED_AT, detail: { note_id: 'note-1' } },
      {
        id: 4,
        kind: 'mail',
        actor_email: null,
        at: SUBMITTED_AT,
        detail: { mail: 'received', state: 'sent', result: 'sent' },
      },
      {
        id: 5,
        kind: 'mail',
        actor_email: null,
        at: SUBMITTED_AT,
        detail: { mail: 'needs_action', state: 'failed', result: 'refused: 550' },
      },
      {
        id: 6,
        kind: 'webhook',
        actor_email: null,
        at: SUBMITTED_AT,
        detail: { event: 'record.received', state: 'failed', status_code: 503 },
      },
      {
        id: 3,
        kind: 'held',
        actor_email: email,
        at: SUBMITTED_AT,
        detail: { until: '2100-01-01T00:00:00Z', reason: 'Waits for the bank' },
      },
    ]),
  );
  backend.respond('GET /rest/v1/record_notes', () =>
    Response.json([
      {
        id: 'note-1',
        body: 'Ask the bank',
        author_id: admin,
        mentions: [OTHER_ADMINISTRATOR.id],
        created_at: SUBMITTED_AT,
      },
    ]),
  );
  backend.respond('GET /rest/v1/decision_reasons', () =>
    Response.json([
      { id: 'reason-0', name: 'Payment received', decision: 'manual_payment_approved' },
      { id: 'reason-1', name: 'Payment not found', decision: 'manual_payment_rejected' },
      { id: 'reason-2', name: 'Amount does not match', decision: 'manual_payment_rejected' },
    ]),
  );
  backend.respond('POST /rest/v1/rpc/fill_decision_reason', ({ body }) =>
    Response.json(`Text of ${(body as { reason_id: string }).reason_id}`),
  );
  backend.respond('POST /rest/v1/record_notes', () => new Response(null, { status: 201 }));
  backend.respond('POST /rest/v1/rpc/open_record', () => Response.json(admin));
  for (const name of [
    'assign_record',
    'hold_record',
    'release_record',
    'approve_first',
    'correct_decision',
  ] as const) {
    backend.respond(`POST /rest/v1/rpc/${name}`, NO_CONTENT);
  }
}

export const bodiesOf = (backend: FakeBackend, path: string) =>
  backend.sent(`POST /rest/v1/${path}`).map(({ body }) => body);
