import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { loadSupabase } from '../../lib/supabase.ts';
import { m } from '../../paraglide/messages.js';
import { requireSessionOf } from '../../session/require-session.ts';
import { readBankLine, type BankLine, type LineLink } from './bank-line.ts';
import { statementsKey } from './import-api.ts';
import { readLineFilter, toLineQuery, type LineFilter } from './line-filter.ts';
import { readCursor, writeCursor } from './list-cursor.ts';

const PAGE_SIZE = 25;
/** One press approves the proposals of a page. The database confirms at most 200 links at once. */
const PROPOSALS_PAGE_SIZE = 50;
const EXPORT_PAGE_SIZE = 500;

const PROPOSED = readLineFilter((name) => (name === 'state' ? 'proposed' : ''));

interface LinesPage {
  rows: BankLine[];
  /** The position of the next page. Empty on the last page. */
  next: string;
}

/**
 * One page of the matching lines, the latest booking first.
 *
 * @param after the `next` of the page before. Empty for the first page.
 */
export function linesQuery(adminId: string, filter: LineFilter, after: string) {
  return queryOptions({
    queryKey: [...statementsKey(adminId), 'lines', filter, after],
    queryFn: () => fetchLines(filter, after, PAGE_SIZE),
    meta: { errorTitle: m.common_error_fetching_data() },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** A line that pays a record, before an administrator approves it. */
export interface Proposal {
  line: BankLine;
  link: LineLink;
}

export function proposalsQuery(adminId: string, after: string) {
  return queryOptions({
    queryKey: [...statementsKey(adminId), 'proposals', after],
    queryFn: async (): Promise<{ rows: Proposal[]; next: string }> => {
      const { rows, next } = await fetchLines(PROPOSED, after, PROPOSALS_PAGE_SIZE);
      const proposals = rows.flatMap((line) =>
        line.links.filter(({ state }) => state === 'proposed').map((link) => ({ line, link })),
      );
      return { rows: proposals, next };
    },
    meta: { errorTitle: m.common_error_fetching_data() },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

/** All matching lines, page by page. */
export async function* everyLine(filter: LineFilter): AsyncGenerator<BankLine[]> {
  let after = '';
  do {
    const { rows, next } = await fetchLines(filter, after, EXPORT_PAGE_SIZE);
    if (rows.length > 0) yield rows;
    after = next;
  } while (after !== '');
}

async function fetchLines(filter: LineFilter, after: string, pageSize: number): Promise<LinesPage> {
  const supabase = await loadSupabase();
  const { data, error } = await supabase.rpc('search_bank_lines', {
    filter: toLineQuery(filter),
    page_size: pageSize,
    ...readCursor(after),
  });
  if (error) throw error;
  return {
    rows: data.map(({ line }) => readBankLine(line)),
    next: writeCursor(data.at(-1)?.next_cursor),
  };
}

export interface Confirmation {
  approved: number;
  /** Records above the four-eyes amount: another administrator approves them, too. */
  firstApproved: number;
  refused: number;
}

/** Approves the records of proposals. Throws SignedOutError or the backend's error. */
export async function confirmLinks(adminId: string, ids: string[]): Promise<Confirmation> {
  const supabase = await requireSessionOf(adminId);
  const { data, error } = await supabase.rpc('confirm_payment_links', { ids });
  if (error) throw error;
  const approved = data.filter(({ result }) => result === 'confirmed').length;
  const firstApproved = data.filter(({ result }) => result === 'first_approved').length;
  return { approved, firstApproved, refused: data.length - approved - firstApproved };
}

/** Throws SignedOutError or the backend's error. */
export async function undoLink(adminId: string, linkId: string): Promise<void> {
  const supabase = await requireSessionOf(adminId);
  const { error } = await supabase.rpc('undo_payment_link', { id: linkId });
  if (error) throw error;
}
