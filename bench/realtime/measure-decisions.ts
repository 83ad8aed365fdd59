import { join } from 'node:path';
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, findChromium } from '../../scripts/chromium.ts';
import { summarize, type Summary } from '../shared/statistics.ts';
import { serveSite, sessionKey, type ServedSite } from '../web/served-site.ts';

const SUBSCRIBED = 'Subscribed to PostgreSQL';
const APPROVED = 'manual_payment_approved';
const SHOWN_TIMEOUT_MS = 30_000;

/** How long it took until one of the customer's screens showed a decision. */
export interface DecisionFigures {
  readonly screen: string;
  /** From before the decision is sent to the change of the page. */
  readonly delays: Summary;
}

/** A part of a screen: a selector and a text inside it. */
interface Sign {
  readonly selector: string;
  readonly text: string;
}

/** A screen that follows a record: what it shows before and after the approval. */
interface Screen {
  readonly name: string;
  readonly path: (orderId: string) => string;
  readonly waits: Sign;
  readonly approved: Sign;
}

const newest = 'ul[aria-label="Transactions"] > li:first-child';
const SCREENS: readonly Screen[] = [
  {
    name: 'the history’s badge',
    path: () => '/personal?tab=history',
    waits: { selector: `${newest} [data-status="pending_manual_verification"]`, text: '' },
    approved: { selector: `${newest} [data-status="${APPROVED}"]`, text: '' },
  },
  {
    name: 'an open success page',
    path: (id) => `/payment-success?type=card_order_manual&order_id=${id}`,
    waits: { selector: 'h1', text: 'Card Order Submitted' },
    approved: { selector: 'h1', text: 'Card Order Approved' },
  },
  {
    name: 'an open receipt',
    path: (id) => `/personal?tab=history&receipt=${id}`,
    waits: { selector: '[role=dialog]', text: 'Not reviewed yet' },
    approved: { selector: '[role=dialog] article', text: '' },
  },
];

interface Opened {
  readonly screen: Screen;
  readonly page: Page;
  readonly delaysMs: number[];
}

const wallMs = (): number => performance.timeOrigin + performance.now();

/** Resolves with the time, by the clock of the machine, at which the page shows the sign. */
function waitForSign(page: Page, sign: Sign): Promise<number> {
  return page.evaluate(
    ({ selector, text, timeoutMs }) =>
      new Promise<number>((resolve, reject) => {
        const isThere = (): boolean =>
          [...document.querySelectorAll(selector)].some((it) => it.textContent.includes(text));
        const observer = new MutationObserver(look);
        function look(): void {
          if (!isThere()) return;
          observer.disconnect();
          resolve(performance.timeOrigin + performance.now());
        }
        const everything = {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        };
        observer.observe(document, everything);
        setTimeout(() => reject(new Error(`${selector} did not appear.`)), timeoutMs);
        look();
      }),
    { ...sign, timeoutMs: SHOWN_TIMEOUT_MS },
  );
}

/** Opens a screen in a new page and waits until it receives changes and shows the pending order. */
async function openScreen({ page, screen }: Opened, url: string, orderId: string): Promise<void> {
  const subscribed = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (payload.toString().includes(SUBSCRIBED)) resolve();
      }),
    );
  });
  await page.goto(url + screen.path(orderId));
  await Promise.all([subscribed, waitForSign(page, screen.waits)]);
  page.removeAllListeners('websocket');
  // The screen reads once more when its subscription starts. That read must not count.
  await page.waitForLoadState('networkidle');
}

interface Parties {
  readonly site: ServedSite;
  readonly customer: SupabaseClient;
  readonly customerId: string;
  readonly administrator: SupabaseClient;
}

async function signedIn({ url, publishableKey }: ServedSite, session: Session) {
  const client = createClient(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { error } = await client.auth.setSession(session);
  if (error) throw error;
  return client;
}

async function submitOrder({ customer, customerId }: Parties): Promise<string> {
  const status = 'pending_manual_verification';
  const order = { user_id: customerId, status, amount: 15, currency: 'USD' };
  const { data, error } = await customer
    .from('orders')
    .insert({
      ...order,
      card_details: { tier: 'premium', cardName: 'Travel' },
      payment_method: 'bank_transfer',
      transaction_reference: 'TR-2026-77',
    })
    .select('id')
    .single<{ id: string }>();
  if (error) throw error;
  return data.id;
}

/** Decides one order, and measures until all screens show the decision. */
async function decideOnce(parties: Parties, opened: readonly Opened[]): Promise<void> {
  const { site, administrator } = parties;
  const orderId = await submitOrder(parties);
  for (const one of opened) await openScreen(one, site.url, orderId);
  const shown = Promise.all(opened.map(({ page, screen }) => waitForSign(page, screen.approved)));
  const decidedMs = wallMs();
  const { error } = await administrator
    .from('orders')
    .update({ status: APPROVED, admin_notes: 'Thank you.' })
    .eq('id', orderId);
  if (error) throw error;
  (await shown).forEach((shownMs, index) => opened[index]?.delaysMs.push(shownMs - decidedMs));
}

async function openPages(context: BrowserContext): Promise<Opened[]> {
  return Promise.all(
    SCREENS.map(async (screen) => ({ screen, page: await context.newPage(), delaysMs: [] })),
  );
}

function toFigures({ screen, delaysMs }: Opened): DecisionFigures {
  const latenciesMs = Float64Array.from(delaysMs);
  return {
    screen: screen.name,
    delays: summarize({ durationMs: 1, latenciesMs, errorCount: 0, errorExamples: [] }),
  };
}

/** A customer's screens in a real browser, and an administrator who decides. */
export async function measureDecisions(dataDir: string, count: number): Promise<DecisionFigures[]> {
  const site = await serveSite(join(dataDir, 'decisions'));
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: CHROMIUM_ARGUMENTS,
  });
  try {
    const [customerSession, adminSession] = [
      site.sessions.get('personal'),
      site.sessions.get('admin'),
    ];
    if (customerSession === undefined || adminSession === undefined) {
      throw new Error('A demo account has no session.');
    }
    const parties: Parties = {
      site,
      customer: await signedIn(site, customerSession),
      customerId: customerSession.user.id,
      administrator: await signedIn(site, adminSession),
    };
    const context = await browser.newContext();
    await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
      sessionKey(site.url),
      JSON.stringify(customerSession),
    ] as const);
    const opened = await openPages(context);
    await decideOnce(parties, opened);
    for (const { delaysMs } of opened) delaysMs.length = 0;
    for (let turn = 0; turn < count; turn += 1) await decideOnce(parties, opened);
    return opened.map(toFigures);
  } finally {
    await browser.close();
    await site.stop();
  }
}
