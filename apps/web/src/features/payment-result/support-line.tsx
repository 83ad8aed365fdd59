import { Link } from '../../components/navigation/link.tsx';
import { m } from '../../paraglide/messages.js';

/** A link to support, for a page with other actions. */
export function SupportLine() {
  return (
    <p data-print="hidden" className="px-5 pb-6 text-center text-[0.9375rem] sm:px-8">
      {m.payment_result_need_help()}{' '}
      <Link
        to="/support"
        className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
      >
        {m.common_contact_support()}
      </Link>
    </p>
  );
}
