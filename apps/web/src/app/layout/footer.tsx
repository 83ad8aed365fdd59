import { Link } from '../../components/navigation/link.tsx';
import { marketingCopy } from '../../lib/marketing-copy.ts';
import { BrandLink } from './brand-link.tsx';
import { LanguageLinks } from './language-links.tsx';
import { serviceLinks } from './service-links.ts';
import { m } from '../../paraglide/messages.js';

const companyLinks = [
  { path: '/about', name: m.common_about() },
  { path: '/careers', name: m.common_careers() },
  { path: '/press', name: m.common_press() },
  { path: '/blog', name: m.common_blog() },
  { path: '/contact', name: m.app_contact() },
];

const trustLinks = [
  { path: '/faq', name: m.common_faq() },
  { path: '/security', name: m.common_security() },
  { path: '/privacy', name: m.common_privacy() },
  { path: '/terms', name: m.common_terms() },
  { path: '/cookies', name: m.common_cookies() },
  { path: '/accessibility', name: m.common_accessibility() },
];

/** The footer of each page: all links, and what BeaconPay is and is not. */
export function Footer() {
  return (
    // Hidden until its last part has arrived. Browsers paint a page while they read it, and a footer that
    // still grows would move.
    <footer
      data-slot="footer"
      className="border-t border-sea-border bg-sea text-sea-foreground not-has-[[data-slot=footer-end]]:hidden"
    >
      <div className="page-container grid grid-cols-2 gap-x-6 gap-y-8 py-12 sm:grid-cols-3 lg:grid-cols-[1.4fr_1fr_1fr_1fr] lg:py-16">
        <div className="col-span-full flex flex-col items-start gap-3 lg:col-span-1">
          <BrandLink />
          <p className="max-w-xs leading-7 text-sea-muted">
            {m.app_pay_and_get_paid_with_one_account()}
          </p>
        </div>
        <LinkColumn title={m.app_services()} links={serviceLinks} />
        <LinkColumn title={m.app_company()} links={companyLinks} />
        <LinkColumn title={m.app_help_and_legal()} links={trustLinks} />
      </div>
      <div className="border-t border-sea-border">
        <div className="page-container flex flex-col gap-2 py-6 text-sm leading-6 text-sea-muted">
          <LanguageLinks className="hover:[&_a]:text-sea-foreground [&_a]:focus-visible:outline-primary" />
          <p>{marketingCopy.notABank}</p>
          <p data-slot="footer-end">{m.app_beaconpay_all_rights_reserved()}</p>
        </div>
      </div>
    </footer>
  );
}

interface LinkColumnProps {
  title: string;
  links: readonly { path: string; name: string }[];
}

function LinkColumn({ title, links }: LinkColumnProps) {
  return (
    <nav aria-label={m.app_title_footer({ title })}>
      <h2 className="text-sm font-bold">{title}</h2>
      <ul className="mt-2 flex flex-col">
        {links.map(({ path, name }) => (
          <li key={path}>
            <Link
              to={path}
              className="inline-flex min-h-11 items-center rounded-sm text-[0.9375rem] text-sea-muted transition-colors hover:text-sea-foreground focus-visible:outline-primary sm:min-h-9"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
